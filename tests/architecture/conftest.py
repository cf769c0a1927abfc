"""The tests here read the source by `rooms` and draw it by `draw`, which lie beside them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
