"""Elfenland and its expansions as environments of other libraries, for research.

Nothing here is loaded with elfen, nor does it load what you do not ask for. The extra `rl` has what
PettingZoo and Gymnasium take, the extra `openspiel` what OpenSpiel takes.

Open `pettingzoo` first, or the module of your library: `gymnasium` has one seat, and `openspiel` a
tree, whose nodes are in `openspiel_world`. `rollouts` plays many games by a policy. `ruling` reads
which rules are meant, `rewards` says what a game is worth to each seat, and `rendering` draws.
"""
