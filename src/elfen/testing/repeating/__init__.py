"""The law of determinism, in this process and in others."""
