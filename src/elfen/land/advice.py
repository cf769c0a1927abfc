"""What Elfenland tells the stock bots: a plain estimate of each action, in town pieces."""

from __future__ import annotations

from elfen.land.drawing import DrawBlind, DrawOpen
from elfen.land.finishing import Keep, KeepSecret
from elfen.land.moving import Discard, Move
from elfen.land.pieces import HAND, TRANSPORTS
from elfen.land.planning import Place, PlaceObstacle, PlaceSecret
from elfen.plugin import Advice, Ruleset, View

CARD = 0.15
NEAR = 3


def advice(rules: Ruleset) -> list[Advice]:
    return [
        Advice("land/draw-open", type=DrawOpen, value=lambda view, a: wanted(view, a.counter)),
        Advice("land/draw-blind", type=DrawBlind, value=lambda view, a: 0.3),
        Advice("land/place", type=Place, value=worth_of_road),
        Advice("land/place-secret", type=PlaceSecret, value=worth_of_road),
        Advice("land/place-obstacle", type=PlaceObstacle, value=lambda view, a: -0.1),
        Advice("land/move", type=Move, value=worth_of_step),
        Advice("land/discard", type=Discard, value=worth_of_discard),
        Advice("land/keep", type=Keep, value=lambda view, a: wanted(view, a.counter)),
        Advice("land/keep-secret", type=KeepSecret, value=lambda view, a: wanted(view, a.counter)),
    ]


def wanted(view: View, counter: str) -> float:
    """How well a counter goes with the hand: a fifth of a piece a card."""
    return 0.2 * view.counts(HAND).get(counter, 0)


def worth_of_road(view: View, action: Place | PlaceSecret) -> float:
    """A road near the boot that the hand can pay for and that leads to towns not yet visited."""
    assert view.seat is not None
    route = view.board.route(action.route)
    cost = TRANSPORTS[action.counter].chart[route.terrain]
    if view.counts(HAND).get(action.counter, 0) < cost:
        return -0.5
    fresh = sum(end not in view.visited[view.seat] for end in route.ends)
    far = min(view.board.distance(view.towns[view.seat], end) for end in route.ends)
    return 0.5 * fresh - CARD * cost - 0.3 * max(0, far - NEAR + fresh) - 0.05 * far


def worth_of_step(view: View, action: Move) -> float:
    """A town piece, less the cards; a step back to a visited town only if fresh ones are near."""
    assert view.seat is not None
    end = view.board.route(action.route).other(view.towns[view.seat])
    visited = view.visited[view.seat]
    fresh = end not in visited and end != view.board.capital
    return (1.0 if fresh else -0.5) - CARD * len(action.cards)


def worth_of_discard(view: View, action: Discard) -> float:
    """Cards of which the hand has many are kept."""
    held = view.counts(HAND)
    return -sum(0.1 * held.get(card, 0) for card in action.cards)
