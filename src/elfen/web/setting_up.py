"""Setting up a game: what there is to choose, and what a form has chosen."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from attrs import frozen

from elfen.bots import player_names, stock_player
from elfen.compiler import installed, load, manifest_of, options_of
from elfen.declare import Manifest, OptionValue, find_option
from elfen.errors import ElfenError, RulesetError, harmless
from elfen.game import BASE, Ruleset, compile_ruleset
from elfen.text import check_name, say
from elfen.web.store import Seat

#: Who may play a seat, besides bots: the person who sets the game up, one with a link, nobody.
ME, FRIEND, NOBODY = "me", "friend", ""

#: What the form says at first: who sets the game up, and three bots.
USUAL: Mapping[str, str] = {"seat.0": ME} | {f"seat.{n}": "greedy" for n in (1, 2, 3)}

MOST_SEATS = 8
LONGEST_NAME = 40

#: Players that think for seconds are not for a server that everybody shares.
_BOTS_NOT_OFFERED = {"flat", "ismcts"}


@frozen
class Wish:
    """A game that somebody wants: the recipe of its rules, and who plays each seat."""

    recipe: str
    rules: Ruleset
    seats: tuple[Seat, ...]
    whose: tuple[str, ...]
    """By seat: `ME`, `FRIEND`, or the name of a bot."""


@lru_cache(maxsize=1)
def base() -> Manifest:
    """The manifest of the base game, whose presets are the editions."""
    return manifest_of(load(BASE))


@lru_cache(maxsize=1)
def expansions() -> tuple[Manifest, ...]:
    """The manifests of the installed expansions that can be loaded, by name."""
    found: list[Manifest] = []
    for name in sorted(installed()):
        if name != BASE:
            try:
                found.append(manifest_of(load(name)))
            except RulesetError:  # a broken package must not keep others from being played
                continue
    return tuple(found)


def bots() -> list[str]:
    """The players that may take a seat."""
    return [name for name in player_names() if name not in _BOTS_NOT_OFFERED]


@lru_cache(maxsize=32)
def rules_of(recipe: str) -> Ruleset:
    """The rules of a recipe, a line of JSON; raises `RulesetError`."""
    told = json.loads(recipe)
    return compile_ruleset(told["edition"], told["expansions"], told["options"])


def wish(form: Mapping[str, str], chosen: Sequence[str]) -> Wish:
    """The game that a form describes, with the names of the `chosen` expansions.

    `edition`, `option.PLUGIN.NAME`, and for each seat `seat.N` and `name.N`; what is empty or left
    out is as usual. Raises `ElfenError`.
    """
    names = sorted({*chosen})
    if not {*names} <= installed().keys():
        raise ElfenError(say("an expansion that is not installed here was chosen"))
    options: dict[str, OptionValue] = {}
    declared = options_of(names, BASE)
    for field, text in form.items():
        plugin, _, name = field.removeprefix("option.").partition(".")
        if field.startswith("option.") and text and plugin in (BASE, *names):
            key = find_option(f"{plugin}.{name}", declared)
            options[".".join(key)] = declared[key].parse(text)
    told = {"edition": form.get("edition") or None, "expansions": names, "options": options}
    recipe = json.dumps(told, sort_keys=True)
    rules = rules_of(recipe)
    whose = [form.get(f"seat.{n}", NOBODY) for n in range(MOST_SEATS)]
    taken = [(n, who) for n, who in enumerate(whose) if who != NOBODY]
    seats: list[Seat] = []
    for n, who in taken:
        seats.append(_seat(who, form.get(f"name.{n}", ""), rules, seats))
    if len(seats) not in rules.player_counts:
        told_counts = ", ".join(map(str, rules.player_counts))
        text = "{n:* seat is|* seats are} taken; this game is for {counts}"
        raise ElfenError(say(text, n=len(seats), counts=told_counts))
    if all(seat.bot for seat in seats):
        raise ElfenError(say("nobody plays but bots: take a seat, or leave one to a friend"))
    if [who for _, who in taken].count(ME) > 1:
        raise ElfenError(say("you can take one seat; leave the others to friends or bots"))
    return Wish(recipe, rules, tuple(seats), tuple([who for _, who in taken]))


def person_seat(name: str, others: Iterable[Seat]) -> Seat:
    """The seat of a person among others, with the name as it is kept: one line, not too long.

    Raises `ElfenError` for what is no name, or another's.
    """
    told = harmless(name).replace("\N{REPLACEMENT CHARACTER}", " ")
    kept = " ".join(told.split())[:LONGEST_NAME].rstrip()
    if kept:
        check_name(kept, [other.name for other in others], LONGEST_NAME)
    return Seat(kept)


def bot_seat(name: str, rules: Ruleset) -> Seat:
    """A seat that a bot plays; raises `ElfenError` for one that is not offered."""
    if name not in bots():
        raise ElfenError(say("no bot of that name plays here"))
    stock_player(name, rules)
    return Seat(name, name)


def _seat(who: str, name: str, rules: Ruleset, others: Iterable[Seat]) -> Seat:
    return person_seat(name, others) if who in (ME, FRIEND) else bot_seat(who, rules)
