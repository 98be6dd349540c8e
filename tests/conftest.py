"""Puts the program on the path as on a board: /lib behind the root, both behind the standard library (see code.py)."""

import os
import pathlib
import sys

from hypothesis import HealthCheck, Phase, settings

ROOT = pathlib.Path(__file__).resolve().parent.parent
for folder in (ROOT, ROOT / "lib"):
    if str(folder) not in sys.path:
        sys.path.append(str(folder))

import sim  # noqa: E402, F401 (before any test imports the program: it chooses Blinka's board)

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

# Timings belong into the benchmarks: a slow machine is no failure. A failure prints the blob that replays it. An
# example is mostly a whole match, with some hundred situations.
settings.register_profile(
    "pocket", max_examples=40, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
# For `dev.py test --fast`, and where it matters whether something fails, not on what: few examples, none made smaller.
settings.register_profile("quick", settings.get_profile("pocket"), max_examples=10, phases=[Phase.generate])
settings.load_profile("pocket")
