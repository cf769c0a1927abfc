"""Elfenland and its expansions as environments of other libraries, for research.

Nothing here is loaded with elfen. Open the module of your library: `pettingzoo` and `gymnasium`
take the extra `rl`, `openspiel` takes the extra `openspiel`. `rollouts` plays many games with a
policy over processes. `ruling` reads which rules are meant, `rewards` says what a game is worth to
each seat, and `rendering` draws.
"""
