"""What plugins remember beside the state: in modules, classes, functions, objects and caches.

If a game comes out otherwise after other games, something was remembered. All that can be changed
in the modules of the plugins, and in the objects whose functions they declare, is noted before the
other games. What has changed after them is put back, one thing after the other, until the game
comes out as it should.
"""

from __future__ import annotations

import dis
import sys
from collections import deque
from collections.abc import (
    Callable,
    Iterable,
    Iterator,
    MutableMapping,
    MutableSequence,
    MutableSet,
    Sequence,
)
from functools import cached_property, partial
from itertools import islice
from types import CellType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from attrs import field, frozen

from elfen.declare import Memo, SameMemo
from elfen.game import Ruleset
from elfen.kernel import code_of, declared
from elfen.testing import patience
from elfen.testing.blaming.authors import Authors
from elfen.testing.law_broken import Place

_MOST_OBJECTS = 50_000
_MOST_WITHIN = 500
_MOST_PLACES = 3
_NOTHING = object()

#: Methods that change what they are called on.
_CHANGES = frozenset(
    ("setdefault", "update", "append", "add", "insert", "extend", "pop", "clear", "appendleft")
)
#: Functions that change what they remember have rank 0, those that only use it 1; and so much more
#: have those to which it does not belong.
_FAR = 2
#: How many instructions after a name what is done with it is looked for.
_NEAR = 8


@frozen
class Memory:
    """Something that is remembered: a name, what it belongs to, and its changed content.

    `own` is the code that it belongs to, if it hangs on a function; a cache has no name. `maker` is
    the code that makes what a memo holds.
    """

    name: str
    owner: str
    own: CodeType | None
    put_back: Callable[[], None] = field(repr=False)
    put_again: Callable[[], None] = field(repr=False)
    maker: CodeType | None = None

    def __str__(self) -> str:
        return f"{repr(self.name) if self.name else 'the cache'} of {self.owner}"


@frozen
class Culprit:
    """What was remembered, as text, and the functions that use it."""

    told: str
    places: tuple[Place, ...]


class Memories:
    """All that some rulesets' plugins could remember, as it is now."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._ours = _modules(rules)
        self._seen: dict[int, object] = {}
        self._kept: list[tuple[str, str, CodeType | None, Any, Any]] = []
        self._in_memos: dict[int, CodeType | None] = {}
        for name in self._ours:
            self._walk(sys.modules[name], name, f"module {name}", None)
        for function, rule in declared(rules):
            self._walk(function, rule.name, f"plugin {rule.plugin}", None)

    def who(self, is_right: Callable[[], bool], seconds: float) -> Culprit | None:
        """What has to be put back to make something right that is not; or what makes it wrong by
        itself, if all else is put back.

        None if nothing does, or none is found in these seconds of processor time; or if it is right
        already, as when rules that are compiled first remember what is theirs.
        """
        if is_right():
            return None
        until = patience.deadline(seconds)
        changed: list[Memory] = []
        for memory in self._changed():
            changed.append(memory)
            if patience.is_over(until):
                return None
            memory.put_back()
            try:
                found = is_right()
            finally:
                memory.put_again()
            if found:
                return Culprit(str(memory), tuple(self._users(memory)))
        wrong = self._each_wrong(changed, is_right, until)
        users = dict.fromkeys(place for memory in wrong for place in self._users(memory)[:1])
        return Culprit(str(wrong[0]), tuple(users)) if wrong else None

    def _each_wrong(
        self, changed: Sequence[Memory], is_right: Callable[[], bool], until: float
    ) -> list[Memory]:
        """What makes something wrong if all else is put back, where that makes it right: a memory
        may hold what comes of another one.
        """

        def is_right_with(*kept: Memory) -> bool:
            for memory in changed:
                memory.put_back()
            for memory in kept:
                memory.put_again()
            return is_right()

        try:
            if not is_right_with():
                return []
            return [
                one for one in changed if not patience.is_over(until) and not is_right_with(one)
            ]
        finally:
            for memory in changed:
                memory.put_again()

    def _walk(self, value: object, name: str, owner: str, own: CodeType | None) -> None:
        left = deque([(value, name, owner, own)])
        while left and len(self._seen) < _MOST_OBJECTS:
            value, name, owner, own = left.popleft()
            if id(value) in self._seen or not self._reaches(value):
                continue
            self._seen[id(value)] = value
            if (copied := _copied(value)) is not None:
                self._kept.append((name, owner, own, value, copied))
            if _is_space(value):
                owner, own = _told(value), getattr(value, "__code__", None)
                left.extend((one, key, owner, own) for key, one in _space(value).items())
            if isinstance(value, _MEMOS):
                self._in_memos[id(value.kept)] = code_of(value.make)
            left.extend((one, key or name, owner, own) for key, one in _within(value))

    def _reaches(self, value: object) -> bool:
        """Whether a value is the plugins', or may hold what is."""
        if isinstance(value, ModuleType):
            return value.__name__ in self._ours
        if isinstance(value, (type, FunctionType)):
            return value.__module__ in self._ours
        if isinstance(value, (CellType, *_HOLDERS)) or _is_cache(value):
            return True
        return type(value).__module__ in self._ours

    def _changed(self) -> Iterator[Memory]:
        """What has changed; what memos hold comes last, as it seldom does harm."""
        for name, owner, own, value, before in sorted(
            self._kept, key=lambda one: id(one[3]) in self._in_memos
        ):
            after = _copied(value)
            if isinstance(value, CellType) or not _is_space(value):
                if not _alike(before, after):
                    if _is_cache(value):
                        name, owner, own = "", _told(value), code_of(getattr(value, "__wrapped__"))  # noqa: B009
                    back, again = (partial(_restore, value, old) for old in (before, after))
                    yield Memory(name, owner, own, back, again, self._in_memos.get(id(value)))
                continue
            own = getattr(value, "__code__", None)
            for key in {**before, **(after or {})}:
                old, new = (space.get(key, _NOTHING) for space in (before, after or {}))
                if old is not new:
                    back, again = (partial(_set, value, key, one) for one in (old, new))
                    yield Memory(key, _told(value), own, back, again)

    def _users(self, memory: Memory) -> list[Place]:
        """Whoever makes what is remembered, if that is known; the functions that use it, those that
        change it first.
        """
        authors = Authors(self._rules)
        makers = self._making(memory.maker)
        made = [authors.place(code) for code in makers if authors.of(code) is not None]
        found: dict[CodeType, tuple[int, int]] = {}
        for code in {memory.own, *(self._codes() if memory.name else ())}:
            if code is not None and (used := _use(code, memory.name)) is not None:
                changes, line = used
                far = code is not memory.own and not _belongs(code, memory.owner)
                found[code] = (_FAR * far + (not changes or code.co_name == "__init__"), line)
        if not found and memory.own is not None:
            found[memory.own] = (0, memory.own.co_firstlineno)
        nearest = min((rank for rank, _ in found.values()), default=0)
        near = {_FAR * (nearest // _FAR), _FAR * (nearest // _FAR) + 1}
        if nearest == 1 and memory.own is not None and memory.name in memory.own.co_freevars:
            near.add(_FAR)  # a function within another only uses it: who in its file changes it?
            found = {
                code: how
                for code, how in found.items()
                if code.co_filename == memory.own.co_filename
                and memory.name not in code.co_cellvars
            }
        used_by = [(rank, code, line) for code, (rank, line) in found.items() if rank in near]
        used_by.sort(key=lambda one: (one[0] % _FAR, one[0], one[1].co_filename, one[2]))
        users = [authors.place(code, line) for _, code, line in used_by if code not in makers]
        return [*made, *users][:_MOST_PLACES]

    def _making(self, maker: CodeType | None) -> list[CodeType]:
        """The code that makes what a memo holds; of a lambda, the functions of its file in it."""
        if maker is None or maker.co_name != "<lambda>":
            return [maker] if maker else []
        near = [code for code in self._codes() if code.co_filename == maker.co_filename]
        return [code for code in near if code.co_name in maker.co_names]

    def _codes(self) -> Iterator[CodeType]:
        """The code of all functions that were seen, and of those inside them."""
        left = [one.__code__ for one in self._seen.values() if isinstance(one, FunctionType)]
        while left:
            code = left.pop()
            yield code
            left += [one for one in code.co_consts if isinstance(one, CodeType)]


_MEMOS = (Memo, SameMemo)
_HOLDERS = (
    *_MEMOS,
    *(dict, list, tuple, set, frozenset, deque, MutableMapping, MutableSequence, MutableSet),
    *(partial, MethodType, property, cached_property, staticmethod, classmethod),
)


def _modules(rules: Ruleset) -> tuple[str, ...]:
    """The names of the modules that plugins are made of."""
    found: dict[str, None] = {}
    for plugin in rules.plugins:
        module = plugin.module
        if isinstance(module, ModuleType):
            package = module.__name__ if hasattr(module, "__path__") else module.__package__
            inside = [m for m in sys.modules if package and f"{m}.".startswith(f"{package}.")]
            found |= dict.fromkeys([module.__name__, *inside])
        else:
            classes = [cls.__module__ for cls in type(module).__mro__]
            found |= dict.fromkeys(m for m in classes if m not in sys.stdlib_module_names)
    return tuple(name for name in found if isinstance(sys.modules.get(name), ModuleType))


def _belongs(code: CodeType, owner: str) -> bool:
    """Whether code is that of a class or function, or in a module, by its name."""
    kind, _, name = owner.rpartition(" ")
    if kind:
        return code.co_filename == getattr(sys.modules.get(name), "__file__", None)
    return f"{code.co_qualname}.".replace("<locals>.", "").startswith(f"{name}.")


def _is_space(value: object) -> bool:
    """Whether a value has attributes that can be set."""
    if isinstance(value, (ModuleType, type, FunctionType)):
        return True
    return not isinstance(value, (CellType, *_HOLDERS)) and not _is_cache(value)


def _space(value: object) -> dict[str, Any]:
    """The attributes of a value itself, but those that Python keeps."""
    names = [*getattr(value, "__dict__", ())]
    if not isinstance(value, type):
        for cls in type(value).__mro__:
            slots = vars(cls).get("__slots__", ())
            names += [slots] if isinstance(slots, str) else slots
    found = {name: _attribute(value, name) for name in names if not name.startswith("__")}
    return {name: one for name, one in found.items() if one is not _NOTHING}


def _attribute(value: object, name: str) -> Any:
    inside = getattr(value, "__dict__", {})
    return inside[name] if name in inside else getattr(value, name, _NOTHING)


def _set(value: Any, name: str, one: object) -> None:
    put, remove = setattr, delattr
    if not isinstance(value, (ModuleType, type, FunctionType)):
        put, remove = object.__setattr__, object.__delattr__  # frozen or not
    if one is not _NOTHING:
        put(value, name, one)
    elif _attribute(value, name) is not _NOTHING:
        remove(value, name)


def _copied(value: Any) -> Any:
    """The content of something that can change; None of anything else."""
    if isinstance(value, CellType):
        return _contents(value)
    if _is_cache(value):
        return value.cache_info().currsize
    if isinstance(value, (MutableMapping, dict)):
        return dict(value)
    if isinstance(value, (MutableSequence, MutableSet, deque)):
        return [*value]
    if _is_space(value):
        return _space(value)
    return None


def _contents(cell: CellType) -> tuple[Any, ...]:
    try:
        return (cell.cell_contents,)
    except ValueError:  # nothing has been put there
        return ()


def _alike(before: Any, after: Any) -> bool:
    if isinstance(before, dict):
        return [*map(id, before)] == [*map(id, after)] and all(
            before[key] is after[key] for key in before
        )
    if isinstance(before, int):
        return bool(before == after)
    return [*map(id, before)] == [*map(id, after)]


def _restore(value: Any, content: Any) -> None:
    if isinstance(value, CellType):
        if content:
            value.cell_contents = content[0]
        else:
            del value.cell_contents
    elif isinstance(content, int):
        value.cache_clear()
    else:
        value.clear()
        if isinstance(content, dict):
            value.update(content)
        elif isinstance(value, MutableSet):
            value |= content
        else:
            value.extend(content)


def _within(value: Any) -> Iterable[tuple[str, object]]:
    """What else a value leads to, each with its name, or '' if it has none of its own."""
    if isinstance(value, CellType):
        return [("", one) for one in _contents(value)]
    if isinstance(value, FunctionType):
        cells = zip(value.__code__.co_freevars, value.__closure__ or (), strict=False)
        names = value.__code__.co_varnames[: value.__code__.co_argcount][::-1]
        defaults = zip(names, (value.__defaults__ or ())[::-1], strict=False)
        wrapped = getattr(value, "__wrapped__", None)
        return [*cells, *defaults, *((name, one) for name, one in [("", wrapped)] if one)]
    if isinstance(value, _MEMOS):
        return [("", value.kept), ("", value.make)]
    if isinstance(value, partial):
        return [("", one) for one in (value.func, *value.args, *value.keywords.values())]
    if isinstance(value, MethodType):
        return [("", value.__self__), ("", value.__func__)]
    if isinstance(value, property):
        return [("", one) for one in (value.fget, value.fset) if one]
    if isinstance(value, cached_property):
        return [("", value.func)]
    if isinstance(value, (staticmethod, classmethod)):
        return [("", value.__func__)]
    if _is_cache(value):
        return [("", value.__wrapped__)]
    if isinstance(value, type):
        return [("", one) for one in vars(value).values() if isinstance(one, FunctionType)]
    if isinstance(value, (MutableMapping, dict)):
        return [("", one) for one in [*value.values()][:_MOST_WITHIN]]
    return [("", one) for one in islice(value, _MOST_WITHIN)] if _is_holder(value) else ()


def _is_cache(value: object) -> bool:
    return hasattr(value, "cache_clear") and not isinstance(value, type)


def _is_holder(value: object) -> bool:
    return isinstance(value, _HOLDERS)


def _told(value: Any) -> str:
    """What a value with attributes is called."""
    if isinstance(value, ModuleType):
        return f"module {value.__name__}"
    named = value if hasattr(value, "__qualname__") else type(value)
    return str(named.__qualname__).replace("<locals>.", "")


def _use(code: CodeType, name: str) -> tuple[bool, int] | None:
    """Whether code changes what has this name, and in which line; None if it does not use it."""
    steps = [step for step in dis.get_instructions(code) if step.opname != "CACHE"]
    found: tuple[bool, int] | None = None
    line = code.co_firstlineno
    for at, step in enumerate(steps):
        line = step.starts_line or line
        if step.argval != name or step.opname in ("RESUME", "COPY_FREE_VARS", "MAKE_CELL"):
            continue
        stores = step.opname.startswith(("STORE_GLOBAL", "STORE_ATTR", "STORE_NAME", "STORE_DEREF"))
        near = steps[at : at + _NEAR]
        changes = any(s.argval in _CHANGES or s.opname == "STORE_SUBSCR" for s in near)
        if stores or changes:
            return True, line
        found = found or (False, line)
    return found
