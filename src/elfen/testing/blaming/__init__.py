"""From a broken law to who is at fault: the function and line, a short game, a test to paste."""
