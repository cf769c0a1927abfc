"""Hook functions: which are taken, which are refused, and what they may return."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from elfen import BoardError, RulesetError, load_board
from elfen.compiler.hooks import HOOKS
from elfen.plugin import Decide, Kind, Phase, Ruleset, ScoreLine, Step, hookimpl

from .tiny import (
    CARD,
    RED,
    addon,
    compiled,
    manifest,
    names,
    nothing,
    plugin,
    refusal,
    refused_with,
    tell,
)

BLOW = Phase("odd/blow", nothing)


def unmarked(rules: Ruleset) -> list[Phase]:
    return [BLOW]


def marked(function: Callable[..., Any], **marks: Any) -> Any:
    return hookimpl(**marks)(function)


def odd(**attributes: Any) -> SimpleNamespace:
    """A plugin with a manifest and these attributes just as they are."""
    return SimpleNamespace(**vars(addon("odd")), **attributes)


async def later(rules: Ruleset) -> list[Phase]:
    return [BLOW]


@pytest.mark.parametrize(
    ("attributes", "words"),
    [
        (
            {"elfen_fases": marked(lambda rules: [])},
            ("there is no hook elfen_fases", "did you mean elfen_phases?"),
        ),
        (
            {"elfen_fases": lambda rules: []},
            ("there is no hook elfen_fases", "did you mean elfen_phases?"),
        ),
        ({"weather": marked(lambda rules: [])}, ("there is no hook weather", "elfen_manifest")),
        (
            {"weather": marked(lambda rules: [], specname="elfen_wether")},
            ("there is no hook elfen_wether",),
        ),
        ({"elfen_phases": unmarked}, ("elfen_phases is not marked; write @hookimpl above",)),
        ({"elfen_phases": [BLOW]}, ("elfen_phases has to be a function, not [Phase",)),
        ({"elfen_phases": None}, ("elfen_phases has to be a function, not None",)),
        (
            {"elfen_phases": marked(functools.lru_cache(unmarked))},
            ("elfen_phases has to be a function",),
        ),
        (
            {"elfen_phases": marked(lambda rule: [])},
            ("elfen_phases cannot have the argument 'rule'; it is called with rules",),
        ),
        (
            {"elfen_phases": marked(lambda rules, seat: [])},
            ("elfen_phases cannot have the argument 'seat'",),
        ),
        (
            {"elfen_phases": marked(lambda rules=None: [])},
            ("cannot have the argument 'rules' with a default",),
        ),
        ({"elfen_phases": marked(later)}, ("elfen_phases cannot be async",)),
        (
            {"elfen_phases": marked(lambda rules: (yield), wrapper=True)},
            ("elfen_phases cannot be a wrapper",),
        ),
        (
            {"elfen_phases": marked(lambda rules: (yield), hookwrapper=True)},
            ("elfen_phases cannot be a wrapper",),
        ),
    ],
)
def test_what_is_no_hook_function_is_refused(
    attributes: dict[str, Any], words: tuple[str, ...]
) -> None:
    refused_with("plugin SimpleNamespace object: ", *words, odd=odd(**attributes))


def test_the_manifest_takes_no_arguments() -> None:
    plugin = SimpleNamespace(elfen_manifest=marked(lambda rules: manifest("odd")))
    refused_with("cannot have the argument 'rules'", "called with none", odd=plugin)


@pytest.mark.parametrize("given", [None, "odd", {"name": "odd"}, [manifest("odd")]])
def test_a_manifest_has_to_be_a_manifest(given: Any) -> None:
    plugin = SimpleNamespace(elfen_manifest=marked(lambda: given))
    refused_with("elfen_manifest", "return", odd=plugin)


def test_a_manifest_that_raises_says_so() -> None:
    plugin = SimpleNamespace(elfen_manifest=marked(lambda: manifest("Odd")))
    refused_with("SimpleNamespace object, elfen_manifest: manifest of 'Odd': a name", odd=plugin)


def giving(result: object) -> Any:
    return addon("odd", elfen_phases=result)


@pytest.mark.parametrize(
    ("plugin", "words"),
    [
        (giving(BLOW), ("odd', elfen_phases has to return a list: write [ ] around Phase",)),
        (giving(3), ("elfen_phases has to return a list of Phase or Remove, not 3",)),
        (giving("odd/blow"), ("has to return a list of Phase or Remove, not 'odd/blow'",)),
        (giving({BLOW.name: BLOW}), ("has to return a list of Phase",)),
        (giving({1, 2}), ("has to return a list of Phase",)),
        (giving(iter([BLOW])), ("has to return a list of Phase",)),
        (giving([BLOW, 3]), ("the list may have Phase or Remove in it, not 3",)),
        (giving([[BLOW]]), ("the list may have Phase or Remove in it, not [Phase",)),
        (
            giving([Step("odd/tell", tell, of="odd/talk")]),
            ("the list may have Phase or Remove in it, not Step(",),
        ),
        (giving(None), ("'odd', elfen_phases returned None; did you forget to return",)),
        (addon("odd", elfen_kinds=RED), ("elfen_kinds has to return a list: write [ ] around",)),
        (addon("odd", elfen_kinds=["red"]), ("elfen_kinds: the list may have Kind in it",)),
        (addon("odd", elfen_zones=[CARD]), ("TableZone or SeatZone or RouteZone in it",)),
        (addon("odd", elfen_board="here"), ("elfen_board has to return a Board or None",)),
        (addon("odd", elfen_visibility=[]), ("elfen_visibility has to return a dict",)),
        (addon("odd", elfen_ranking=None), ("elfen_ranking returned None",)),
    ],
)
def test_a_result_of_a_wrong_type_is_refused(plugin: Any, words: tuple[str, ...]) -> None:
    refused_with("plugin 'odd'", *words, odd=plugin)


class Broken(list[object]):
    """A list that fails when it is read."""

    def __iter__(self) -> Any:
        raise ZeroDivisionError("no luck")


class Endless(dict[str, int]):
    """A table without an end."""

    def items(self) -> Any:
        return iter(lambda: ("tiny/hand", 1), None)


def test_a_result_is_read_no_further_than_can_be_meant() -> None:
    refused_with("'odd', elfen_phases", "ZeroDivisionError: no luck", odd=giving(Broken()))
    endless = addon("odd", elfen_room=Endless())
    refused_with("'odd', elfen_room has more than 10000 entries", odd=endless)


class Speechless:
    """What cannot even be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("no words")


def deep(depth: int = 5_000) -> Any:
    nest: list[Any] = []
    for _ in range(depth):
        nest = [nest]
    return nest


@pytest.mark.parametrize("wrap", [lambda value: value, lambda value: [value]], ids=["", "list"])
@pytest.mark.parametrize("value", [10**5_000, deep(), Speechless()], ids=type)
def test_a_result_that_cannot_be_shown_is_refused_too(
    value: object, wrap: Callable[[object], object]
) -> None:
    about = manifest("odd", requires=("tiny",))
    for hook in HOOKS:
        message = refusal(plugin(**{"elfen_manifest": about, hook: wrap(value)}))
        assert hook in message
        assert len(message) <= 300, message


@pytest.mark.parametrize("value", [10**5_000, -(10**5_000), deep(), Speechless()], ids=type)
def test_a_number_that_cannot_be_shown_is_refused_too(value: Any) -> None:
    for lowest, highest in ((value, 0), (0, value)):
        line = ScoreLine(
            "odd/x",
            lambda position, seat: 0,
            lowest=lambda rules, low=lowest: low,  # type: ignore[misc]
            highest=lambda rules, high=highest: high,  # type: ignore[misc]
            text="x",
        )
        assert "plugin 'odd': 'odd/x', " in refusal(addon(elfen_scoring=[line]))


def test_a_list_or_a_tuple_will_do() -> None:
    for found in ([BLOW], (BLOW,)):
        assert "odd/blow" in names(compiled(giving(found)).procedures["round"])


def test_none_leaves_the_board_alone() -> None:
    assert compiled(addon("odd", elfen_board=None)).board.name == "triangle"


def raising(error: BaseException) -> Any:
    def elfen_phases(rules: Ruleset) -> list[Phase]:
        raise error

    return addon("odd", elfen_phases=elfen_phases)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (
            ZeroDivisionError("no way"),
            "plugin 'odd', elfen_phases raised ZeroDivisionError: no way",
        ),
        (KeyError("x"), "plugin 'odd', elfen_phases raised KeyError: 'x'"),
        (SystemExit(0), "plugin 'odd', elfen_phases raised SystemExit: 0"),
        (GeneratorExit(), "plugin 'odd', elfen_phases raised GeneratorExit: "),
        (RulesetError("no wind"), "plugin 'odd', elfen_phases: no wind"),
        (ValueError(), "plugin 'odd', elfen_phases raised ValueError: "),
        (
            FileNotFoundError(2, "Gone", "map"),
            "plugin 'odd', elfen_phases raised FileNotFoundError: [Errno 2] Gone: 'map'",
        ),
        (RecursionError("deep"), "plugin 'odd', elfen_phases raised RecursionError: deep"),
    ],
)
def test_a_hook_that_raises_is_named(error: BaseException, words: str) -> None:
    with pytest.raises(RulesetError) as caught:
        compiled(raising(error))
    assert str(caught.value) == words
    assert caught.value.__cause__ is error


class Mute(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


def test_a_hook_that_raises_what_cannot_be_told_is_named_too() -> None:
    said = "plugin 'odd', elfen_phases raised Mute: what it says cannot be shown"
    assert refusal(raising(Mute())) == said


def test_a_declaration_that_attrs_refuses_is_told_in_one_line() -> None:
    odd = addon("odd", elfen_phases=lambda: [Phase("odd/x", nothing, after=3)])  # type: ignore[arg-type]
    refused_with("plugin 'odd', elfen_phases raised TypeError: after=3 is no anchor", odd=odd)
    odd = addon("odd", elfen_phases=lambda: [Phase(3, nothing)])  # type: ignore[arg-type]
    refused_with("elfen_phases raised TypeError: name=3 has to be a text", odd=odd)


def test_a_broken_board_file_of_a_plugin_names_the_plugin(tmp_path: Any) -> None:
    file = tmp_path / "board.toml"
    file.write_text("format = 2")
    odd = addon("odd", elfen_board=lambda rules: load_board(file))
    with pytest.raises(BoardError, match=r"^plugin 'odd', elfen_board: .*board\.toml: format is 2"):
        compiled(odd)


def test_what_later_hooks_give_is_not_known_yet() -> None:
    odd = addon("odd", elfen_kinds=lambda rules: [rules.stock])
    refused_with("'odd', elfen_kinds: rules.stock is not known yet", "read it later", odd=odd)


def test_what_no_ruleset_has_is_told_apart_from_what_is_not_known_yet() -> None:
    odd = addon("odd", elfen_kinds=lambda rules: [rules.weather])
    refused_with("'odd', elfen_kinds raised AttributeError: a ruleset has no 'weather'", odd=odd)
    has: list[bool] = []
    compiled(addon("odd", elfen_kinds=lambda rules: has.append(hasattr(rules, "weather")) or []))
    assert has == [False]


def test_a_game_begun_by_a_hook_is_told_what_is_not_known_yet() -> None:
    odd = addon("odd", elfen_kinds=lambda rules: [rules.start(1)])
    refused_with("'odd', elfen_kinds: rules.layout is not known yet", "read it later", odd=odd)


@pytest.mark.parametrize(
    "ask", [lambda rules: rules.payment_table(()), lambda rules: rules.knows(Decide("x", 0))]
)
def test_what_rests_on_later_hooks_cannot_be_asked_yet(ask: Any) -> None:
    odd = addon("odd", elfen_kinds=lambda rules: [ask(rules)])
    refused_with("'odd', elfen_kinds: the rules cannot answer that yet", "ask them later", odd=odd)


def test_what_earlier_hooks_gave_is_known() -> None:
    seen: list[Any] = []

    def elfen_phases(rules: Ruleset) -> list[Phase]:
        seen.append((rules.board.name, rules.option("cards"), len(rules.layout.kinds)))
        return []

    compiled(addon("odd", elfen_phases=elfen_phases))
    assert seen == [("triangle", 1, 2)]


def test_every_hook_is_called_once_in_the_order_of_the_specs() -> None:
    called: list[str] = []

    def hook(name: str) -> Callable[[], Any]:
        def note() -> Any:
            called.append(name)
            others = {"elfen_board": None, "elfen_towns": None, "elfen_migrations": {}}
            others |= {"elfen_room": {}, "elfen_visibility": {}}
            return others.get(name, [])

        return note

    compiled(addon("odd", **{name: hook(name) for name in HOOKS if name != "elfen_manifest"}))
    assert sorted(called) == sorted(name for name in HOOKS if name != "elfen_manifest")
    assert called == [name for name in HOOKS if name in called]


def test_no_hook_is_called_while_a_game_is_played() -> None:
    calls: list[str] = []
    odd = addon("odd", elfen_phases=lambda rules: calls.append("phases") or [])
    rules = compiled(odd)
    rules.new_game(2, 1).play("wait")
    assert calls == ["phases"]


class Touchy:
    """An object that does not want to be looked at."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"{name} was looked for")


class Strange:
    """A plugin object with attributes that are best left alone."""

    touchy = Touchy()

    @property
    def elfen(self) -> Any:
        raise AssertionError("a property was run")

    @functools.cached_property
    def weather(self) -> Any:
        raise AssertionError("a cached property was run")

    @hookimpl
    def elfen_manifest(self) -> Any:
        return manifest("odd", requires=("tiny",))

    @hookimpl
    @staticmethod
    def elfen_kinds(rules: Ruleset) -> list[Kind]:
        return [Kind("green", CARD, name="green card")]

    @staticmethod
    @hookimpl
    def elfen_phases() -> list[Phase]:
        return [BLOW]

    @classmethod
    @hookimpl
    def elfen_setup(cls, rules: Ruleset) -> list[Any]:
        assert cls is Strange
        return []

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"{name} was looked for")


def test_no_property_of_a_plugin_is_run() -> None:
    rules = compiled(Strange())
    assert [kind.id for kind in rules.layout.kinds] == ["red", "blue", "green"]
    assert "odd/blow" in names(rules.procedures["round"])


def test_a_property_with_a_hooks_name_is_refused_unread() -> None:
    cls = type("Propped", (Strange,), {"elfen_zones": property(lambda self: 1 / 0)})
    refused_with("Propped object: elfen_zones has to be a function", odd=cls())


@pytest.mark.parametrize(
    "hook",
    [
        lambda: [BLOW],
        lambda rules: [BLOW],
        lambda rules, seat=0: [BLOW],
        lambda *args, **kwargs: [BLOW],
    ],
)
def test_a_hook_may_take_less_or_have_defaults_of_its_own(hook: Any) -> None:
    rules = compiled(addon("odd", elfen_phases=marked(hook)))
    assert "odd/blow" in names(rules.procedures["round"])


def test_a_misspelled_static_hook_is_refused_too() -> None:
    cls = type("Static", (Strange,), {"elfen_fases": hookimpl(staticmethod(lambda: [BLOW]))})
    refused_with("there is no hook elfen_fases; did you mean elfen_phases?", odd=cls())


def test_a_hook_may_have_another_name() -> None:
    odd = SimpleNamespace(
        elfen_manifest=marked(lambda: manifest("odd", requires=("tiny",))),
        weather=marked(lambda rules: [BLOW], specname="elfen_phases"),
    )
    assert "odd/blow" in names(compiled(odd).procedures["round"])


def test_a_hook_that_is_replaced_is_the_one_that_is_called() -> None:
    gale = Phase("odd/gale", nothing)
    plugin = addon("odd", elfen_phases=lambda rules: [BLOW])
    assert "odd/blow" in names(compiled(plugin).procedures["round"])
    plugin.elfen_phases = marked(lambda rules: [gale])
    found = names(compiled(plugin).procedures["round"])
    assert "odd/gale" in found
    assert "odd/blow" not in found
    del plugin.elfen_phases
    assert {"odd/gale", "odd/blow"}.isdisjoint(names(compiled(plugin).procedures["round"]))


def test_names_of_modules_that_look_like_hooks_are_no_hooks() -> None:
    import elfen.land as elfen_land

    assert [p.name for p in compiled(odd(elfen_land=elfen_land)).plugins] == ["tiny", "odd"]
