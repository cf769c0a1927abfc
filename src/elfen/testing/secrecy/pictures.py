"""Part of the law of noninterference: what a seat is shown of a state in pictures.

A layer of signs is given an observation, which holds no secret. It could still get one in another
way: from what a rule of its plugin has noted while it was asked, or while the seat was told what
it may know. So rules are asked in each world before its picture is drawn.
"""

from __future__ import annotations

from functools import partial

from elfen.declare import Decide, Layer, Sign
from elfen.draw import board
from elfen.kernel import State
from elfen.testing.secrecy.onlookers import Onlooker
from elfen.views import Observation, observe


def shown(onlooker: Onlooker, one: State, other: State, whole: bool) -> None:
    """The signs of all layers are the same in two states and, if `whole`, the picture is.

    Raises `LawBroken`.
    """
    for owned in onlooker.rules.drawing:
        layer = owned.entry
        if isinstance(layer, Layer) and layer.signs is not None:
            onlooker.alike(
                f"what layer {layer.name!r} shows {onlooker.who}",
                partial(_signs, onlooker, layer),
                one,
                other,
                f"layer {layer.name!r}, plugin {owned.plugin!r}",
            )
    if whole:
        what = f"the picture for {onlooker.who}"
        onlooker.alike(what, lambda state: str(board(_seen(onlooker, state))), one, other)


def _signs(onlooker: Onlooker, layer: Layer, state: State) -> list[Sign]:
    seen = _seen(onlooker, state)
    return [*layer.signs(seen)] if layer.signs is not None else []


def _seen(onlooker: Onlooker, state: State) -> Observation:
    """What the onlooker observes, after the rules were asked what is legal."""
    if isinstance(onlooker.rules.pending(state), Decide):
        onlooker.rules.legal_actions(state)
    return observe(onlooker.rules, state, onlooker.seat)
