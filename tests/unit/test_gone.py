"""What a plugin has removed: whoever asks for it is told by whom; `explain` keeps to one line."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from elfen import Dealer, RulesetError, SeedError, compile_ruleset
from elfen.compiler.lost_options import Effects, _gone
from elfen.declare import Entry, Owned, Removal
from elfen.errors import brief
from elfen.plugin import Decision, Draw, Ending, Option, Phase, Remove, ShortCut, Step, Table
from elfen.text.explanation import explain

from .tiny import HAND, PILE, PLAY, WAIT, addon, compiled, nothing, refusal, tell

SPARE = Draw("odd/spare", source=PILE, target=HAND)
CHAT = Step("odd/chat", tell, of="tiny/talk")
PEEK = Decision("odd/peek", text="peek", at_most=lambda rules, players: 9)
ODD: dict[str, list[Any]] = {"chance": [SPARE], "steps": [CHAT], "decisions": [PEEK]}


def remover(**removes: str) -> Any:
    hooks = {f"elfen_{what}": [Remove(name)] for what, name in removes.items()}
    return addon("bare", {"requires": ("tiny", "odd")}, **hooks)


@pytest.mark.parametrize(
    ("hook", "name", "ask", "what"),
    [
        ("chance", SPARE.name, lambda table: table.draw(SPARE.name, 0), "draw or roll"),
        ("steps", CHAT.name, lambda table: table.do(CHAT.name, 0), "step"),
        ("decisions", PEEK.name, lambda table: table.ask(PEEK.name, 0), "decision"),
    ],
)
def test_asking_for_what_is_removed_names_who_has_removed_it(
    hook: str, name: str, ask: Any, what: str
) -> None:
    def begin(table: Table) -> None:
        ask(table)

    added: dict[str, Any] = {f"elfen_{hook}": ODD[hook]}
    odd = addon(elfen_phases=[Phase("odd/ask", begin, before="tiny/deal")], **added)
    rules = compiled(odd, remover(**{hook: name}))
    with pytest.raises(RulesetError) as caught:
        rules.new_game(2, seed=1)
    assert f"there is no {what} {name!r}: plugin 'bare' removes it; there are: " in str(
        caught.value
    )


def test_so_does_answering_a_removed_decision() -> None:
    peek = evolve(PLAY, name="odd/play", at=(PEEK.name,), replaces="tiny/play")
    odd = addon(elfen_decisions=[PEEK], elfen_actions=[peek])
    words = refusal(odd, remover(decisions="odd/peek"))
    assert "'odd/play' answers 'odd/peek', which plugin 'bare' removes; there are: tiny" in words


def test_what_was_replaced_by_something_that_is_removed_is_gone_too() -> None:
    heir = Draw("odd/deal", source=PILE, target=HAND, replaces="tiny/deal")
    odd = addon(elfen_chance=[heir])
    rules = compiled(odd, remover(chance="odd/deal"))
    for name in ("tiny/deal", "odd/deal"):
        with pytest.raises(RulesetError, match=f"'{name}': plugin 'bare' removes it"):
            rules.chance(name, 0, (1,))
    with pytest.raises(
        RulesetError, match=r"there is no decision 'tiny/x'; there are: tiny/choose"
    ):
        rules.decide("tiny/x", 0, ())


def test_a_short_cut_of_a_removed_action_is_not_listed() -> None:
    cuts = [
        ShortCut(f"odd/{name}", of=f"tiny/{name}", past={}, take=lambda state, action: None)
        for name in ("play", "wait")
    ]
    odd = addon(elfen_shortcuts=cuts)

    def listed(*more: Any) -> dict[str, str]:
        items = explain(compiled(odd, *more)).section("Short cuts").items
        return {item.name: item.details[-1] for item in items}

    assert listed() == {"odd/play": "taken", "odd/wait": "taken"}
    gone = addon("bare", elfen_actions=[Remove("tiny/play")])
    assert listed(gone) == {"odd/wait": "taken"}
    other = addon("more", elfen_actions=[evolve(WAIT, name="more/wait", replaces="tiny/wait")])
    assert listed(other)["odd/wait"] == "not taken: tiny/wait works otherwise"


def test_gold_has_no_short_cuts_for_what_it_removes() -> None:
    names = {
        item.name
        for item in explain(compile_ruleset(expansions=["gold"])).section("Short cuts").items
    }
    assert names
    assert names.isdisjoint({"land/draw-open", "land/draw-blind"})


def test_explain_keeps_to_one_line_an_item_whatever_a_text_looks_like() -> None:
    odd = addon(
        "odd",
        {"options": (Option("note", "one\ntwo", "a help\n    of two lines"),)},
        elfen_phases=[Phase("odd/phase", nothing, text="a text\n\n   of three")],
        elfen_endings=[Ending("odd/end", lambda position: False, text="a\tlong\nend")],
    )
    for rules in (compiled(odd), *map(compile_ruleset, ("rio-grande", "white-wind"))):
        explanation = explain(rules)
        rows = [item for section in explanation.sections for _, item in section.rows()]
        for item in rows:
            assert not {"\n", "\t", "\r"} & {*item.name, *item.words, *item.origin}
        heads = [explanation.title, *explanation.facts]
        titles = [line for title in explanation.titles for line in ("", title)]
        assert len(str(explanation).split("\n")) == len(rows) + len(heads) + len(titles)


@pytest.mark.parametrize("seed", ["x", 5, None, bytearray(8)])
def test_a_dealer_of_anything_but_bytes_is_refused_at_once(seed: Any) -> None:
    with pytest.raises(TypeError, match=r"for a number or a text of your own write Dealer\.seeded"):
        Dealer(seed)
    with pytest.raises(TypeError, match="a whole number"):
        Dealer(b"x", "3")  # type: ignore[arg-type]


@pytest.mark.parametrize("position", [-1, 2**62 + 1, 2**68, 10**5_000, 2.0, True, None], ids=brief)
def test_a_dealer_at_no_position_is_refused_at_once(position: Any) -> None:
    with pytest.raises(SeedError, match=r"a whole number from 0 to 2\*\*62") as caught:
        Dealer(b"x", position)
    assert len(str(caught.value)) <= 300


def test_of_two_in_its_place_the_one_that_is_left_keeps_an_entry_from_being_gone() -> None:
    entries = [Entry("land/a"), *(Entry(f"{who}/a", replaces="land/a") for who in ("x", "y"))]
    for gone in ("x/a", "y/a"):
        assert dict(_gone(entries, [Removal(gone, "bridge")])) == {gone: "bridge"}


def test_what_is_replaced_stays_taken_by_whoever_did_it_though_his_own_entry_is_removed() -> None:
    first, heir = Owned(Entry("land/a"), "land"), Owned(Entry("x/a", replaces="land/a"), "x")
    effects = Effects(compiled())
    effects.note("elfen_odd", [first, heir], [Removal("x/a", "bridge")])
    assert {name: taken and taken.by for name, taken in effects._lists["elfen_odd"].items()} == {
        "land/a": "x",
        "x/a": "bridge",
    }
