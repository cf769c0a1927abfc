"""Makes the example expansion importable: what a stranger declares is counted as well."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "examples" / "minstrels" / "src"))
