"""The conformance suite: all laws on an installed plugin, within a time, for two front ends."""
