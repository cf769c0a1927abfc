"""Elfensea, clause by clause."""
