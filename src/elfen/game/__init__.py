"""Games for people: with a log, undo, saves and stories."""
