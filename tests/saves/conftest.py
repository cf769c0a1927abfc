"""The probes, plugins of a third party, can be imported here too."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "probes"))
