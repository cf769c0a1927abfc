"""How long a broken law is looked into: seconds of processor time, by a clock to be replaced."""

from __future__ import annotations

from time import process_time

clock = process_time


def deadline(seconds: float) -> float:
    """The time of the clock when so many seconds from now are over."""
    return clock() + seconds


def is_over(until: float) -> bool:
    """Whether a deadline has passed."""
    return clock() > until
