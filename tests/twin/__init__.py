"""The twin: Elfenland once more, written from the rulebook alone, slow and plain.

`world`: boards as plain data. `turns`: what is legal, and what crossings cost. `whole_game`:
a game from the first deal to the last hand. `reading`: an engine's state as the same plain
data. `pair`: the two side by side.
"""
