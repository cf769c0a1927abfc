"""Pictures of boards, of what a seat may know, and of plans, as SVG; loaded when they are used.

Open `picture` first, which puts the parts of a picture one below another. `ground` lays out a
board, with `ways` for its routes, `labels` for the names of its towns, and `open_water`; `on_board`
draws what lies on it, `overlays` what points something out, such as `moves`, `panels` what lies
around it, with `desk` for pieces in zones and `blocks` to lay them out, and `looks` says how each
piece looks. `telling` has the description, `players` the names and colours of seats. `kept` has
what was painted for the next picture, by language. `svg`, `letters` and `themes` are what all of
them write, measure and paint with. `replays` makes one page of the pictures of a whole game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite, nan
from typing import TYPE_CHECKING, Any

from elfen.bots.planner import Plan
from elfen.declare import Board, listed, tabled
from elfen.draw.picture import PARTS, Along, Arrow, Picture
from elfen.draw.players import Players
from elfen.draw.replays import Page, page_of
from elfen.draw.svg import Svg
from elfen.draw.themes import THEMES
from elfen.errors import ElfenError, Seat, brief
from elfen.game import Game, refuse_no_game, refuse_no_rules, tell_by_step
from elfen.kernel import State, check_seat
from elfen.views import Observation, everything

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset
    from elfen.text import Quote

__all__ = ["PARTS", "THEMES", "Page", "Svg", "board", "picture_of", "plan", "replay", "state"]


def board(
    of: Observation | Board,
    *,
    size: int | None = None,
    theme: str = "light",
    labels: bool = True,
    highlight: Iterable[str] | Mapping[str, float] = (),
    arrows: Sequence[Arrow] = (),
    quote: Quote | None = None,
    parts: Iterable[str] | None = None,
    names: Sequence[str] = (),
    colours: Sequence[str] = (),
) -> Svg:
    """The picture of what a view or an observation tells, or of a board on its own.

    `size` is its width in pixels, from 200 to 3000; `theme` is `light`, `dark`, or `auto`, which
    follows the reader's preference. `labels` are the names of towns. `highlight` are ids of towns
    and routes, or numbers from 0 to 1 by id. Each of the `arrows` leads from a town to a town, and
    along a route if a third id names one. A `quote` is drawn and told. `parts` chooses among
    `PARTS`. `names` are those of the players, by seat, and `colours` those of the seats, each
    `#rrggbb`; "" is for a seat that is called by its number, or coloured as usual. The picture is
    told in the language of `elfen.speaking`. Equal views have equal pictures, and what a view hides
    is not in them.

    Raises `ElfenError` for a state, which hides nothing (see `state`), and for anything else that
    cannot be drawn; `BoardError` for an unknown town or route.
    """
    picture = Picture(size, theme, labels, parts, Players.of(names, colours))
    shades, along = _shades(highlight), _along(arrows)
    if isinstance(of, Board):
        return picture.of_board(of, shades, along)
    if isinstance(of, Observation):
        return picture.of_view(of, shades, along, quote)
    if isinstance(of, State):
        raise ElfenError(
            "a state hides nothing, so it is no picture for players: draw game.view(seat), or"
            " rules.observe(state, seat); elfen.draw.state(rules, state) shows everything"
        )
    raise ElfenError(f"{brief(of)} cannot be drawn: give a view, an observation or a board")


def state(
    rules: Ruleset,
    state: State,
    *,
    size: int | None = None,
    theme: str = "light",
    labels: bool = True,
    highlight: Iterable[str] | Mapping[str, float] = (),
    arrows: Sequence[Arrow] = (),
    parts: Iterable[str] | None = None,
    names: Sequence[str] = (),
    colours: Sequence[str] = (),
) -> Svg:
    """The picture of a whole state. It hides nothing: never show it to a player.

    The rest is as for `board`. Raises `ElfenError`.
    """
    refuse_no_rules(rules)
    if not isinstance(state, State):
        raise ElfenError(f"{brief(state)} is no state: give one, such as game.state")
    totals = {place.seat: place.total for place in rules.standings(state)}
    picture = Picture(size, theme, labels, parts, Players.of(names, colours), totals)
    return picture.of_view(everything(rules, state), _shades(highlight), _along(arrows), None)


def plan(of: Plan, *, size: int | None = None, theme: str = "light") -> Svg:
    """The tour of a plan on its board; `size` and `theme` are as for `board`.

    Raises `ElfenError` for what is no plan.
    """
    if not isinstance(of, Plan):
        raise ElfenError(f"{brief(of)} is no plan: give one, such as elfen.plan(view)")
    arrows: list[Arrow] = []
    here = of.start
    for step in of.steps:
        if step.town != here:
            arrows.append((here, step.town, step.route))
        here = step.town
    return board(of.rules.board, size=size, theme=theme, highlight=(of.start,), arrows=arrows)


def replay(
    game: Game,
    seat: int | str | None,
    *,
    theme: str = "auto",
    size: int | None = None,
    names: Sequence[str] = (),
    colours: Sequence[str] = (),
) -> Page:
    """A page that plays a game step by step, as `seat` saw it: one HTML file that needs no other.

    `seat` is None for what everybody saw. What the seat never learned is nowhere in the file, and
    every step shows only what it knew then. With `seat="all"` nothing is hidden, as the page says.
    `theme`, `size`, `names` and `colours` are as for `board`. Raises `ElfenError`.
    """
    refuse_no_game(game)
    bare = isinstance(seat, str) and seat == "all"
    if isinstance(seat, str) and not bare:
        raise ElfenError(f"seat={brief(seat)} has to be the number of a seat, None or 'all'")
    whose = None if isinstance(seat, str) else seat
    check_seat(whose, game.players)
    known = Players.of(names, colours).names
    words = game.rules.words(known)
    if bare:
        seen = words.say("with nothing hidden: not for players")
    elif whose is None:
        seen = words.say("as everybody saw it")
    else:
        seen = words.say("as {seat} saw it", seat=Seat(whose))
    told = tell_by_step(game, whose, hides=not bare, names=known)
    games = game.history
    given: dict[str, Any] = {"size": size, "theme": theme, "names": names, "colours": colours}
    pictures = (
        (
            state(one.rules, one.state, **given) if bare else board(one.view(whose), **given)
        ).with_ids("picture")
        for one in games
    )
    return page_of(games, pictures, told, words=words, seen=seen, bare=bare, theme=theme)


def picture_of(what: object) -> Svg:
    """The picture by which a board, a view or a plan shows itself; raises `ElfenError`."""
    if isinstance(what, Plan):
        return plan(what)
    if isinstance(what, Board | Observation):
        return board(what)
    raise ElfenError(f"{brief(what)} cannot be drawn: give a view, an observation, a board, a plan")


def _shades(highlight: Iterable[str] | Mapping[str, float]) -> dict[str, float]:
    if isinstance(highlight, str):
        highlight = (highlight,)
    if isinstance(highlight, Mapping):
        return {id: _shade(strength) for id, strength in tabled("highlight=", highlight).items()}
    ids = listed("highlight=", highlight)
    for id in ids:
        if not isinstance(id, str):
            raise ElfenError(f"highlight= has {brief(id)}, which is no id of a town or route")
    return dict.fromkeys(ids, 0.5)


def _along(arrows: Sequence[Arrow]) -> list[Along]:
    """Arrows with a third id each, None for those that follow no route."""
    found: list[Along] = []
    for one in listed("arrows=", arrows):
        ids = listed("an arrow", one)
        if len(ids) < 2:
            raise ElfenError(
                f"an arrow leads from a town to a town, perhaps along a route: {brief(one)}"
            )
        found.append((ids[0], ids[1], ids[2] if len(ids) > 2 else None))
    return found


def _shade(strength: object) -> float:
    """A strength from 0 to 1, which is as far as it shows."""
    try:
        found = float(strength)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        found = nan
    if not isfinite(found):
        raise ElfenError(f"highlight={brief(strength)} has to be a number from 0 to 1")
    return min(1.0, max(0.0, found))
