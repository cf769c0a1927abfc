"""The twin: a second, slow and plain Elfenland, written from the rulebook alone.

`world`: boards as plain data. `turns`: what is legal, and what crossings cost. `whole_game`:
a game from the first deal to the last hand. `reading`: an engine's state as the same plain
data. `pair`: engine and twin side by side.
"""
