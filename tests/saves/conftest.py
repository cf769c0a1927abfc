"""Makes the probes, plugins of a third party, importable here too."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "probes"))
