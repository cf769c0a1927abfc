"""Part of the law of noninterference: what actions look like to others, checked without games.

A public form hides the same fields of every action of its type: one that says more, or less, of
some actions than of others tells which of them it was. Which fields a form tells is worked out
from their values, so it makes no difference how a form is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import fields

from elfen.declare import (
    Action,
    ActionType,
    Chance,
    Draw,
    Drawn,
    Owned,
    Pieces,
    Roll,
    Rolled,
    SeatZone,
    as_it_is,
)
from elfen.game import Ruleset
from elfen.kernel import DrawnUnseen
from elfen.testing.blaming.wording import Worded
from elfen.testing.differences import settled
from elfen.testing.facts import facts
from elfen.testing.law_broken import NONINTERFERENCE, LawBroken
from elfen.testing.secrecy.onlookers import Onlooker, sees

Forms = Sequence[tuple[Action, Action]]


def public_forms(rules: Ruleset) -> None:
    """Every action has a public form, whose notation parses to it, and which hides what others do.

    So does every outcome: it is told to those who may see it, and to nobody else. Raises
    `LawBroken`.
    """
    secret = (one for one in rules.action_types if one.entry.public is not as_it_is)
    for owned in (*secret, *rules.action_types):  # the others' notation depends on these
        forms = [(action, _form(rules, action)) for action in _domain(rules, owned)]
        if owned.entry.public is not as_it_is:
            _uniform(rules, owned, forms)
    for one in rules.chances:
        _outcomes(rules, one)


def _domain(rules: Ruleset, owned: Owned[ActionType[Any]]) -> tuple[Action, ...]:
    return facts(rules).domain_by_type.get(owned.entry.type, ())


def _form(rules: Ruleset, action: Action) -> Action:
    """What everyone may see of an action: an action that can be written down."""

    def make() -> object:
        return rules.sight.action(action, 0, None)

    form = settled(make)
    parsed = settled(lambda: rules.notation.seen(str(form)))
    if not isinstance(form, Action) or parsed != form:
        raise LawBroken(
            NONINTERFERENCE,
            f"the public form of {str(action)!r} is {form!r}, whose notation means {parsed!r};"
            " it has to be a frozen Action with a notation of its own",
            facts(rules).blame(action),
            runs=(*_mixed_up(form, parsed), make),
        )
    return form


def _mixed_up(form: object, parsed: object) -> list[Worded]:
    """The classes of two actions that are written alike, either of which may be worded wrongly."""
    if isinstance(form, Action) and isinstance(parsed, Action) and str(form) == str(parsed):
        return [Worded(type(form)), Worded(type(parsed))]
    return []


# Actions ---------------------------------------------------------------------------------


def _uniform(rules: Ruleset, owned: Owned[ActionType[Any]], forms: Forms) -> None:
    """All forms are of one class, and tell the same of their actions."""
    classes: dict[type[Action], tuple[Action, Action]] = {}
    for pair in forms:
        classes.setdefault(type(pair[1]), pair)
    if len(classes) > 1:
        one, other, *_ = classes.values()
        raise _uneven(rules, one, other, "are not of the same class")
    for cls in classes:
        for told in fields(cls):
            for field in fields(owned.entry.type):
                _as_of_others(rules, forms, told.name, field.name)


def _as_of_others(rules: Ruleset, forms: Forms, told: str, field: str) -> None:
    """A field of the forms tells a field of the action every time, or never.

    That a field always says the same does not tell anything when that happens to be right.
    """
    right: dict[object, tuple[Action, Action]] = {}
    wrong: dict[object, tuple[Action, Action]] = {}
    for action, form in forms:
        said = getattr(form, told)
        if told != field and not isinstance(said, (str, Pieces)):
            return
        found = right if _tells(said, getattr(action, field)) else wrong
        found.setdefault(said, (action, form))
    for said, pair in right.items():
        if wrong and said not in wrong:
            raise _uneven(
                rules, pair, next(iter(wrong.values())), f"do not both tell the {field!r}"
            )


def _tells(said: object, value: object) -> bool:
    """Whether what a form says is a value, or names it among others."""
    if said == value:
        return True
    words = str(said).split() if isinstance(said, (str, Pieces)) else []
    return bool(words) and isinstance(value, (str, Pieces)) and str(value) in words


def _uneven(
    rules: Ruleset, one: tuple[Action, Action], other: tuple[Action, Action], how: str
) -> LawBroken:
    (action, form), (another, twin) = one, other

    def seen(action: Action) -> object:
        return rules.sight.action(action, 0, None)

    return LawBroken(
        NONINTERFERENCE,
        f"the public forms of {str(action)!r} and {str(another)!r}, {form!r} and {twin!r}, {how}:"
        " a form has to hide the same of all actions of a type",
        facts(rules).blame(action),
        runs=(lambda: seen(action), lambda: seen(another)),
    )


# Outcomes --------------------------------------------------------------------------------


def _outcomes(rules: Ruleset, owned: Owned[Draw | Roll]) -> None:
    """An outcome is told in full to those who may see it, and to all others in the same words."""
    for item in _due(owned.entry):
        for seat in (None, 0, 1, 2):
            for outcome in _some_outcomes(rules, owned.entry):
                seen = rules.sight.outcome(item, outcome, seat)
                if sees(rules, item, seat):
                    right = seen == outcome
                else:
                    right = type(seen) is not type(outcome) and (
                        not isinstance(seen, DrawnUnseen) or seen.number == 1
                    )
                if not right:
                    raise LawBroken(
                        NONINTERFERENCE,
                        f"{Onlooker(rules, seat).who} is told {str(seen)!r} of {outcome} at"
                        f" {item.name!r}",
                        f"plugin {owned.plugin!r}",
                        runs=(lambda: rules.sight.outcome(item, outcome, seat),),  # noqa: B023
                    )


def _due(entry: Draw | Roll) -> Iterator[Chance]:
    """The draw or roll for a seat, and for one from whose zone is drawn."""
    if isinstance(entry, Roll):
        yield Chance(entry.name, 0, ())
    elif isinstance(entry.source, SeatZone):
        yield Chance(entry.name, 0, (1, 1))
    else:
        yield Chance(entry.name, 0, (1,))


def _some_outcomes(rules: Ruleset, entry: Draw | Roll) -> Iterator[Drawn | Rolled]:
    if isinstance(entry, Roll):
        yield Rolled("1")
        return
    for kind in rules.layout.kinds_of(entry.source):
        yield Drawn(Pieces.of([kind.id]))
