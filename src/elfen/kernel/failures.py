"""When a plugin's rule fails: whose rule it is, which one, and where in the game.

Nothing is recorded while a game is played, so this costs nothing until it is needed: the rule is
found afterwards, by looking for the functions that plugins have declared on the traceback.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import ismethod
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any

from attrs import fields, frozen

from elfen.declare import (
    CORE,
    Chance,
    Decide,
    Do,
    Entry,
    Item,
    Lottery,
    Owned,
    Phase,
    SetupStep,
    Value,
)
from elfen.errors import FAULTS, ElfenError, PositionError, RuleFailed, raised
from elfen.kernel.chance import CompiledRoll
from elfen.kernel.codes import code_of
from elfen.kernel.soundness import misshapen
from elfen.kernel.state import OpenState, State

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset

#: The lists of a ruleset and the hooks that fill them; procedures come from three hooks.
_LISTS = {
    "chances": "elfen_chance",
    "decisions": "elfen_decisions",
    "action_types": "elfen_actions",
    "restrictions": "elfen_restrictions",
    "short_cuts": "elfen_shortcuts",
    "ending_list": "elfen_endings",
    "score_lines": "elfen_scoring",
    "tie_breaks": "elfen_tie_breaks",
    "ranking_list": "elfen_ranking",
    "invariants": "elfen_invariants",
    "event_types": "elfen_events",
    "cost_terms": "elfen_move_cost",
    "advice": "elfen_advice",
    "cautions": "elfen_cautions",
    "drawing": "elfen_drawing",
    "figures": "elfen_statistics",
}
#: Where the rules of entries are asked, and the fields of those that are asked there.
_ASKING = ("elfen.kernel.", "elfen.declare.costs", "elfen.compiler.rules_in_the_making")
_MAIN = ("do", "faces", "problems", "when", "ways", "extra", "fee", "allows")
#: How the note on an error of elfen's own begins.
_NOTE = "raised by a rule of plugin"
_PROCEDURES: dict[type, str] = {SetupStep: "elfen_setup", Phase: "elfen_phases"}


@frozen(eq=False, repr=False)
class Rule(Value):
    """A function that a plugin has declared: the entry, its hook, and the field."""

    plugin: str
    hook: str
    name: str
    field: str

    def __str__(self) -> str:
        return f"{self.name!r} ({self.hook}, {self.field}=)"


def blame(rules: Ruleset, state: State | None, error: BaseException, *, asked: bool = True) -> None:
    """Raise `RuleFailed` from an exception that a plugin's rule raised.

    The caller raises any other exception again; one of elfen's own gets a note that names the
    rule. `state` is what the kernel was asked about, unless it was `asked` about none: if that is
    no state, or if no rule has failed and it is no state of these rules, raise `PositionError`.
    """
    strange = asked and not isinstance(error, ElfenError)
    if strange and not isinstance(state, OpenState):
        _blame_state(rules, state, error)
    frames = list(_frames(error))
    found = _asked_in(rules, frames[0]) if frames else None
    rule = found or _running(rules, frames)
    if strange and (rule is None or found is not None):
        _blame_state(rules, state, error)
    if rule is None:
        return
    step = _place(frames, state)
    if isinstance(error, ElfenError):
        if not any(note.startswith(_NOTE) for note in getattr(error, "__notes__", ())):
            error.add_note(f"{_NOTE} {rule.plugin!r}: {rule}, {step}")
        return
    told = f"{rule}: {raised(error)}"
    raise RuleFailed(rule.plugin, rule.hook, rule.name, step, told) from error


def _blame_state(rules: Ruleset, state: Any, error: BaseException) -> None:
    """Raise `PositionError` if what the kernel was asked about is no state of these rules."""
    try:
        wrong = misshapen(rules, state)
    except FAULTS:
        return
    if wrong:
        raise PositionError(f"these rules cannot be asked about that: {wrong[0]}") from error


@contextmanager
def blaming(rules: Ruleset, state: State | None = None) -> Iterator[None]:
    """Ask rules of plugins: what they raise within becomes a `RuleFailed`; see `blame`."""
    try:
        yield
    except FAULTS as error:
        blame(rules, state, error, asked=state is not None)
        raise


def _frames(error: BaseException) -> Iterator[FrameType]:
    """The frames of a traceback, the one that raised first.

    A `StopIteration` of a rule becomes another error where its answer is waited for.
    """
    if isinstance(error.__cause__, StopIteration):
        yield from _frames(error.__cause__)
    found = []
    trace = error.__traceback__
    while trace is not None:
        found.append(trace.tb_frame)
        trace = trace.tb_next
    yield from reversed(found)


def _running(rules: Ruleset, frames: list[FrameType]) -> Rule | None:
    """The innermost rule that was running."""
    by_code: dict[CodeType, list[tuple[Any, Rule]]] = {}
    for function, rule in declared(rules):
        code = code_of(function)
        if code is not None:
            by_code.setdefault(code, []).append((function, rule))
    for frame in frames:
        alike = by_code.get(frame.f_code, ())
        if alike:
            fitting = [rule for function, rule in alike if _runs(frame, function)]
            return [*fitting, *(rule for _, rule in alike)][0]
    return None


def declared(rules: Ruleset) -> Iterator[tuple[Callable[..., Any], Rule]]:
    """Every function of every plugin's entries, with the rule that it is."""
    lists = [(hook, getattr(rules, name)) for name, hook in _LISTS.items()]
    for steps in rules.procedures.values():
        lists += [(_PROCEDURES.get(type(one.entry), "elfen_steps"), (one,)) for one in steps]
    for hook, entries in lists:
        for owned in entries:
            if owned.plugin != CORE:
                yield from _functions(owned.plugin, hook, owned.entry)
    for name, slot in rules.slots.items():
        if rules.slot_owner[name] != CORE:
            yield from _functions(rules.slot_owner[name], "elfen_slots", slot)


def _functions(plugin: str, hook: str, entry: Any) -> Iterator[tuple[Callable[..., Any], Rule]]:
    for one in fields(type(entry)):
        value = getattr(entry, one.name)
        if isinstance(value, Lottery):
            value = (value.legal, value.hold, value.draw)
        for function in value if isinstance(value, tuple) else (value,):
            # Builtins such as `int` are functions too; what is declared as a class is none.
            if callable(function) and not (isinstance(function, type) and "type[" in str(one.type)):
                yield function, Rule(plugin, hook, entry.name, one.name)


def _asked_in(rules: Ruleset, frame: FrameType) -> Rule | None:
    """The rule that was asked where an error was raised, and whose answer is of no use.

    If it is not written in Python, it had no frame of its own. It is at hand, or its entry, or what
    is due.
    """
    if not frame.f_globals.get("__name__", "").startswith(_ASKING):
        return None
    used = [*frame.f_locals.values()]
    entries = [_entry(one) for one in used]
    names = {(one.name, field) for one in entries for field in _MAIN if hasattr(one, field)}
    names |= {(one.name, "do") for one in used if isinstance(one, Do)}
    for function, rule in declared(rules):
        if (rule.name, rule.field) in names or any(function is one for one in used):
            return rule
    return None


def _entry(value: Any) -> Any:
    """The entry that a value is, or has."""
    if isinstance(value, Owned):
        return value.entry
    if isinstance(value, CompiledRoll):
        return value.roll
    return value if isinstance(value, Entry) else None


def _runs(frame: FrameType, function: Any) -> bool:
    """Whether a frame with this function's code belongs to this very function.

    Methods of several objects share one code, and so do closures made by the same function.
    """
    if ismethod(function):
        return any(value is function.__self__ for value in frame.f_locals.values())
    code, cells = frame.f_code, getattr(function, "__closure__", None) or ()
    return all(
        frame.f_locals.get(name, cell) is _content(cell)
        for name, cell in zip(code.co_freevars, cells, strict=False)
    )


def _content(cell: Any) -> object:
    try:
        return cell.cell_contents
    except ValueError:  # an empty cell
        return cell


def _place(frames: list[FrameType], state: State | None) -> str:
    """Where in the game the kernel was: the pending item, and the item that it ran."""
    items = [frame.f_locals.get("item") for frame in frames if _is_kernel(frame)]
    item = next((item for item in items if isinstance(item, (Do, Decide, Chance))), None)
    if state is None:
        return f"at {worded(item)}" if item is not None else "when it was asked"
    due = state.agenda[-1] if state.agenda else None
    when = f"at {worded(due)} in round {state.round}"
    return when if item is None or item == due else f"{when} ({worded(item)})"


def _is_kernel(frame: FrameType) -> bool:
    return frame.f_globals.get("__name__") == "elfen.kernel.kernel"


def worded(item: Item | None) -> str:
    """An agenda item as text."""
    if item is None:
        return "an empty agenda"
    kind = {Do: "step", Decide: "decision", Chance: "chance"}.get(type(item), "the end")
    name = getattr(item, "name", getattr(item, "ending", ""))
    seat = getattr(item, "seat", None)
    return f"{kind} {name!r}" + ("" if seat is None else f" of seat {seat}")
