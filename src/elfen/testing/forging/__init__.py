"""Saves that somebody has changed: each is refused, or can be played on with."""
