"""Makes the modules that build the manual importable for tests."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs" / "_ext"))
sys.path.append(str(ROOT / "examples" / "minstrels" / "src"))  # a page reads it
