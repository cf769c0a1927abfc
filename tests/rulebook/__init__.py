"""The rules of the game, clause by clause: each test sets up the situation it speaks of."""
