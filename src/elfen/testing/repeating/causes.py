"""Why an answer is another one in another process, and who is to blame for that."""

from __future__ import annotations

from collections.abc import Sequence

from elfen.errors import ElfenError
from elfen.testing.differences import difference
from elfen.testing.facts import facts
from elfen.testing.law_broken import DETERMINISM, Findings, LawBroken, Place
from elfen.testing.repeating.answers import ACTIONS, STATE, STEP
from elfen.testing.repeating.bench import Bench, Circumstances, Decided

#: How often the very same is tried again, as it may come out alike by chance.
_AGAIN = 2
#: How many further hashes are tried to find out whether hashes make the difference.
_HASHES = 4
_BY_HASH = "it depends on the hashes of texts, as does the order of a set; sort it"


def broken_elsewhere(
    bench: Bench,
    hows: tuple[Circumstances | None, Circumstances | None],
    place: Decided,
    what: str,
) -> LawBroken:
    """The broken law of an answer that is another one in other circumstances."""
    case, number = place
    texts = [bench.in_full(how, *place).get(what, ()) for how in hows]
    here, there = (how or "in this process" for how in hows)
    told = f"is not always the same {here} and {there}"
    if texts[0] != texts[1]:
        one, other = difference(*texts)
        told = f"is {one} {here}, but {other} {there}"
    when = "" if case[1] is None else f" at decision {number} of {case[1]}"
    by = "" if case[0] == 0 else ", by other rules of the same plugins,"
    cause, places = _cause(bench, place, what, hows)
    where = _where(bench, place, what, texts)
    broken = LawBroken(
        DETERMINISM,
        f"{what}{when}{by} {told}; {cause}",
        where or (f"plugin {places[0].plugin!r}" if places else None),
    )
    broken.find = lambda _: Findings(places)
    return broken


def _cause(
    bench: Bench,
    place: Decided,
    what: str,
    hows: tuple[Circumstances | None, Circumstances | None],
) -> tuple[str, tuple[Place, ...]]:
    """Which of the circumstances makes the difference, by trying each alone; and who goes by it."""

    def told(how: Circumstances) -> tuple[str, ...]:
        return bench.in_full(how, *place).get(what, ())

    plain = Circumstances(1)
    in_turn, later = Circumstances(1, in_turn=True), Circumstances(1, later=True)
    usual = told(plain)
    ways = {
        plain: "it is another one in every process, as with a clock, an id or random numbers",
        **{Circumstances(n): _BY_HASH for n in range(2, 2 + _HASHES)},
        Circumstances(1, reversed=True): "it depends on the order in which expansions are chosen",
        in_turn: "it depends on what was played before",
        later: "it depends on what was played before, perhaps by other rules",
    }
    for how, cause in ways.items():
        if all(told(how) == usual for _ in range(_AGAIN if how == plain else 1)):
            continue
        if how not in (in_turn, later):
            # Where orders differ, games part sooner or later: perhaps sooner in these processes.
            number, first = bench.first_apart((plain, how), place[0]) or (place[1], what)
            return cause, bench.parting((plain, how), (place[0], number), first)
        culprit = bench.remembered(how, place, what, usual)
        if culprit is not None:
            memory = f"{culprit.told} remembers that, and changes while others play"
            return f"{cause}; {memory}", culprit.places
        found = bench.parting((plain, how), place, what, afresh=False)
        found = found or bench.parting((plain, how), place, what)
        return f"{cause}; who remembers that?", found
    if hows[0] is None and place[0][0] == 0:
        found = bench.parting((None, plain), place, what)
        return "it depends on what was done before in this process, or on the environment", found
    found = bench.asking(place, what) if place[0][0] == 0 else ()
    return "it depends on something outside the state, such as the environment", found


def _where(bench: Bench, place: Decided, what: str, texts: Sequence[Sequence[str]]) -> str | None:
    """The type of the actions that differ, or of the action before a state that differs."""
    number = place[1]
    action = what.removeprefix(STEP)
    if what == ACTIONS:
        action = next((a for a, b in zip(*texts, strict=False) if a != b), "")
    elif what == STATE and number:
        before = bench.in_full(None, place[0], number - 1)
        action = next((key.removeprefix(STEP) for key in before if key.startswith(STEP)), "")
    try:
        return facts(bench.rules).blame(bench.rules.parse(action))
    except ElfenError:
        return None
