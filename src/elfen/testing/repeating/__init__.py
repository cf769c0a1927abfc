"""Laws of what is the same again: in this process, in others, and by rules compiled afresh."""
