"""Named lists: anchors, replacing, removing; the same whatever the order of registration."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from elfen.compiler.arranging import arrange
from elfen.declare.named_lists import Entry, Owned, Removal, Remove, maybe, references
from elfen.errors import RulesetError


def own(name: str, rank: int = 0, index: int = 0, **anchors: Any) -> Owned[Entry]:
    """An entry of the plugin that its name begins with."""
    return Owned(Entry(name, **anchors), name.partition("/")[0], rank, index)


def order(*owned: Owned[Entry], remove: Iterable[Removal] = ()) -> str:
    return " ".join(one.entry.name for one in arrange("list", owned, remove))


def refusal(*owned: Owned[Entry], remove: Iterable[Removal] = ()) -> str:
    with pytest.raises(RulesetError) as caught:
        arrange("list", owned, remove)
    return str(caught.value)


BASE = (own("land/a"), own("land/b", index=1), own("land/c", index=2))


def test_entries_stand_as_their_plugin_declares_them() -> None:
    assert order(*reversed(BASE)) == "land/a land/b land/c"


def test_plugins_stand_by_requirement_then_by_name() -> None:
    assert order(own("a/x", rank=1), own("z/x"), own("b/x")) == "b/x z/x a/x"


def test_before_and_after_stand_next_to_the_anchor() -> None:
    assert (
        order(*BASE, own("gold/x", after="land/a"), own("gold/y", index=1, before="land/c"))
        == "land/a gold/x land/b gold/y land/c"
    )


def test_several_at_one_anchor_stand_in_plugin_order() -> None:
    ones = (own("z/x", after="land/a"), own("m/x", after="land/a"), own("a/x", 1, after="land/a"))
    assert order(*BASE, *ones) == "land/a m/x z/x a/x land/b land/c"
    ones = (own("z/x", before="land/a"), own("m/x", before="land/a"))
    assert order(*BASE, *ones) == "m/x z/x land/a land/b land/c"


def test_an_anchor_may_itself_be_anchored() -> None:
    assert (
        order(*BASE, own("a/y", after="b/x"), own("b/x", after="land/a"))
        == "land/a b/x a/y land/b land/c"
    )


def test_of_two_at_one_anchor_before_says_who_is_first() -> None:
    ones = (own("a/x", after="land/a"), own("z/x", after="land/a", before=maybe("a/x")))
    assert order(*BASE, *ones) == "land/a z/x a/x land/b land/c"
    deeper = own("b/x", after="a/x")
    ones = (own("a/x", after="land/a"), deeper, own("z/x", after="land/a", before="b/x"))
    assert order(*BASE, *ones) == "land/a z/x a/x b/x land/b land/c"


def test_what_hangs_on_an_entry_does_not_hold_it_back() -> None:
    ones = (
        own("a/x", after="land/a", before="c/x"),
        own("b/x", after="land/a"),
        own("c/x", after="a/x"),
    )
    assert order(*BASE, *ones) == "land/a a/x c/x b/x land/b land/c"


def test_what_is_owned_stands_with_the_plugins_that_require_nothing_unless_it_says_more() -> None:
    assert Owned(Entry("odd/x"), "odd").key == (0, "odd", 0)


def test_an_entry_refers_to_what_it_replaces_and_to_all_its_anchors() -> None:
    one = Entry("odd/x", before="land/b", after=("land/a", maybe("sea/a")), replaces="land/c")
    assert references(one) == ("land/c", "land/b", "land/a", "sea/a")
    assert references(Entry("odd/x")) == ()


def test_an_optional_anchor_is_used_if_it_exists() -> None:
    assert order(*BASE, own("gold/x", after=maybe("land/a"))) == "land/a gold/x land/b land/c"
    assert order(*BASE, own("gold/x", after=maybe("sea/a"))) == "gold/x land/a land/b land/c"


def test_the_first_anchor_of_a_tuple_that_exists_counts() -> None:
    one = own("gold/x", after=("sea/a", maybe("land/b"), "land/a"))
    assert order(*BASE, one) == "land/a land/b gold/x land/c"
    one = own("gold/x", after=(maybe("sea/a"), maybe("sea/b")))
    assert order(*BASE, one) == "gold/x land/a land/b land/c"


def test_a_tuple_with_a_required_anchor_of_which_none_exists_is_refused() -> None:
    assert "'sea/b', which nobody adds" in refusal(
        *BASE, own("gold/x", after=(maybe("sea/a"), "sea/b"))
    )


def test_a_replacement_takes_the_place_and_answers_to_the_name() -> None:
    ones = (own("gold/x", replaces="land/b"), own("sea/x", after="land/b"))
    found = arrange("list", (*BASE, *ones))
    assert [one.entry.name for one in found] == ["land/a", "gold/x", "sea/x", "land/c"]
    assert found[1].names == ("gold/x", "land/b")


def test_a_replacement_can_be_replaced() -> None:
    ones = (own("gold/x", replaces="land/b"), own("sea/x", replaces="gold/x"))
    found = arrange("list", (*BASE, *ones))
    assert [one.entry.name for one in found] == ["land/a", "sea/x", "land/c"]
    assert found[1].names == ("sea/x", "gold/x", "land/b")


def test_what_is_removed_is_gone() -> None:
    assert order(*BASE, remove=[Removal("land/b", "gold")]) == "land/a land/c"


def test_what_may_be_missing_is_removed_if_it_is_there() -> None:
    one, none = Removal("land/b", "gold", optional=True), Removal("land/z", "gold", optional=True)
    assert order(*BASE, remove=[one]) == "land/a land/c"
    assert order(*BASE, remove=[none]) == "land/a land/b land/c"
    assert "'land/z', which nobody adds" in refusal(
        *BASE, remove=[none, evolve(none, optional=False)]
    )


def test_a_removal_of_a_plugin_says_whether_it_may_miss() -> None:
    assert Removal.of(Remove("land/b"), "gold") == Removal("land/b", "gold")
    assert Removal.of(Remove(maybe("land/b")), "gold") == Removal("land/b", "gold", optional=True)
    with pytest.raises(TypeError):
        Remove(3)  # type: ignore[arg-type]


def test_two_may_remove_the_same() -> None:
    both = [Removal("land/b", "gold"), Removal("land/b", "sea")]
    assert order(*BASE, remove=both) == "land/a land/c"


def test_removing_a_replacement_removes_its_place() -> None:
    gold = own("gold/x", replaces="land/b")
    assert order(*BASE, gold, remove=[Removal("gold/x", "sea")]) == "land/a land/c"


def test_a_replacement_and_what_it_replaces_may_both_be_removed() -> None:
    both = [Removal("land/b", "sea"), Removal("gold/x", "sea")]
    assert order(*BASE, own("gold/x", replaces="land/b"), remove=both) == "land/a land/c"


def test_a_bridge_settles_a_double_replacement_by_removing_one() -> None:
    both = (own("gold/x", replaces="land/b"), own("sea/x", replaces="land/b"))
    for gone, stays in (("gold/x", "sea/x"), ("sea/x", "gold/x")):
        found = arrange("list", (*BASE, *both), [Removal(gone, "bridge")])
        assert [one.entry.name for one in found] == ["land/a", stays, "land/c"]
        assert found[1].names == (stays, "land/b")


def test_two_replacements_of_one_name_are_refused_with_the_mend() -> None:
    both = (own("sea/x", replaces="land/b"), own("gold/x", replaces="land/b"))
    assert refusal(*BASE, *both) == (
        "list: plugins 'gold' and 'sea' both replace 'land/b'; choose one of them, or write a"
        " bridge plugin that requires both and says Remove('gold/x') or Remove('sea/x')"
    )


def test_a_plugin_that_replaces_one_name_twice_is_refused() -> None:
    both = (own("gold/x", replaces="land/b"), own("gold/y", index=1, replaces="land/b"))
    assert "plugin 'gold' replaces 'land/b' twice, by 'gold/x' and 'gold/y'" in refusal(
        *BASE, *both
    )


def test_a_missing_anchor_is_refused_with_a_suggestion() -> None:
    message = refusal(*BASE, own("gold/x", after="land/aa"))
    assert "plugin 'gold' anchors 'gold/x' to 'land/aa', which nobody adds" in message
    assert "did you mean 'land/a'?" in message
    assert "maybe('land/aa')" in message


@pytest.mark.parametrize("how", ["replaces", "removes"])
def test_a_missing_name_to_replace_or_remove_is_refused(how: str) -> None:
    if how == "replaces":
        message = refusal(*BASE, own("gold/x", replaces="land/z"))
    else:
        message = refusal(*BASE, remove=[Removal("land/z", "gold")])
    assert f"plugin 'gold' {how} 'land/z', which nobody adds" in message
    assert "land/a, land/b, land/c" in message


def test_an_anchor_that_is_removed_names_who_removed_it() -> None:
    message = refusal(*BASE, own("gold/x", after="land/b"), remove=[Removal("land/b", "sea")])
    assert "'gold' anchors 'gold/x' to 'land/b', which plugin 'sea' removes" in message
    assert "maybe('land/b')" in message


def test_an_optional_anchor_that_is_removed_is_passed_over() -> None:
    one = own("gold/x", after=(maybe("land/b"), "land/a"))
    assert order(*BASE, one, remove=[Removal("land/b", "sea")]) == "land/a gold/x land/c"


def test_replacing_what_another_removes_is_refused() -> None:
    message = refusal(*BASE, own("gold/x", replaces="land/b"), remove=[Removal("land/b", "sea")])
    assert "'gold' replaces 'land/b' and plugin 'sea' removes it" in message


def test_a_replacement_with_an_anchor_is_refused() -> None:
    message = refusal(*BASE, own("gold/x", replaces="land/b", after="land/a"))
    assert "plugin 'gold' gives 'gold/x' both replaces= and an anchor" in message
    assert "anchor" in refusal(*BASE, own("gold/x", replaces="land/b", before="land/a"))


def test_new_names_that_clash_are_refused() -> None:
    one, other = Owned(Entry("x"), "gold"), Owned(Entry("x"), "sea")
    assert "plugins 'gold' and 'sea' both add 'x'" in refusal(other, one)
    assert "plugin 'gold' adds 'x' twice" in refusal(one, evolve(one, index=1))


def test_anchors_in_a_circle_are_refused() -> None:
    message = refusal(*BASE, own("gold/x", after="sea/x"), own("sea/x", before="gold/x"))
    assert "'gold/x' (plugin 'gold')" in message
    assert "'sea/x' (plugin 'sea')" in message
    assert "circle" in message
    assert "circle" in refusal(*BASE, own("gold/x", after="gold/x"))


def test_an_end_in_a_circle_is_refused_too() -> None:
    ones = (
        own("a/x", after="land/a", before="b/x"),
        own("b/x", after="c/x"),
        own("c/x", after="b/x"),
    )
    assert "circle" in refusal(*BASE, *ones)


def test_replacements_in_a_circle_are_refused() -> None:
    message = refusal(own("gold/x", replaces="sea/x"), own("sea/x", replaces="gold/x"))
    assert "'gold/x', 'sea/x' (plugins gold, sea) replace each other in a circle" in message


def test_anchors_that_contradict_the_order_are_refused() -> None:
    message = refusal(*BASE, own("gold/x", after="land/c", before="land/a"))
    assert "plugin 'gold' wants 'gold/x' after 'land/c' and before 'land/a'" in message
    assert "plugin 'land' has 'land/a' earlier" in message
    assert "drop one" in message
    assert "drop one" in refusal(*BASE, own("gold/x", after="land/c", before="gold/x"))


@pytest.mark.parametrize("anchor", [3, (), ("land/a", 3), ["land/a"]])
def test_an_anchor_of_a_wrong_type_is_refused(anchor: Any) -> None:
    with pytest.raises(TypeError, match="no anchor"):
        Entry("gold/x", after=anchor)
    with pytest.raises(TypeError, match="no anchor"):
        Entry("gold/x", before=anchor)


# A slow twin, compared over random lists ------------------------------------------------


def slowly(owned: Sequence[Owned[Entry]], removals: Sequence[Removal]) -> list[str] | None:
    """What the list has to be, worked out name by name; None if it is to be refused."""
    entries = {one.entry.name: one.entry for one in sorted(owned, key=lambda one: one.key)}
    removed = {one.name for one in removals if one.name in entries or not one.optional}
    if len(entries) < len(owned) or not removed <= set(entries):
        return None
    holder: dict[str, str] = {}
    for name, entry in entries.items():
        if entry.replaces is None:
            continue
        if entry.replaces not in entries or entry.before or entry.after:
            return None
        if name in removed:
            holder.setdefault(entry.replaces, name)
        elif entry.replaces in removed or holder.get(entry.replaces, name) not in {name, *removed}:
            return None
        else:
            holder[entry.replaces] = name
    place_of: dict[str, str] = {}
    last: dict[str, str] = {}
    lost: set[str] = set(removed)
    for founder, entry in entries.items():
        if entry.replaces is None:
            chain = [founder]
            while chain[-1] in holder:
                chain.append(holder[chain[-1]])
            if chain[-1] in removed:
                lost |= set(chain)
            else:
                place_of.update(dict.fromkeys(chain, founder))
                last[founder] = chain[-1]
    if set(place_of) | lost != set(entries):
        return None

    def found(anchor: Any) -> tuple[bool, str | None]:
        """(refused?, the place that is meant)."""
        choices = anchor if isinstance(anchor, tuple) else (anchor,)
        for choice in choices:
            name = choice if isinstance(choice, str) else choice.name
            if name in place_of:
                return False, place_of[name]
        return any(isinstance(choice, str) for choice in choices), None

    parent: dict[str, tuple[str, str]] = {}
    ends: dict[str, str] = {}
    for place in last:
        at: dict[str, str] = {}
        for side in ("after", "before"):
            anchor = getattr(entries[place], side)
            if anchor is not None:
                refused, where = found(anchor)
                if refused:
                    return None
                if where is not None:
                    at[side] = where
        if "after" in at:
            parent[place] = ("after", at["after"])
            if "before" in at:
                ends[place] = at["before"]
        elif "before" in at:
            parent[place] = ("before", at["before"])
    for place in last:
        seen, here = [], place
        while here in parent:
            if here in seen:
                return None
            seen.append(here)
            here = parent[here][1]

    def hanging(place: str, side: str) -> list[str]:
        return [one for one in last if parent.get(one) == (side, place)]

    def block(place: str) -> list[str]:
        left = [name for one in hanging(place, "before") for name in block(one)]
        right: list[str] = []
        for ones in permutations(hanging(place, "after")):
            right = [name for one in ones for name in block(one)]
            if all(
                right.index(ends[one]) > right.index(one) for one in ones if ends.get(one) in right
            ):
                break
        return [*left, place, *right]

    places = [name for one in last if one not in parent for name in block(one)]
    if any(places.index(end) <= places.index(one) for one, end in ends.items()):
        return None
    return [last[place] for place in places]


NAMES = [f"{plugin}/{letter}" for plugin in ("a", "b", "c") for letter in "xy"]
anchors = st.one_of(
    st.none(),
    st.sampled_from(NAMES),
    st.sampled_from(NAMES).map(maybe),
    st.lists(st.sampled_from([*NAMES, *map(maybe, NAMES)]), min_size=1, max_size=2).map(tuple),
)


@st.composite
def lists(draw: st.DrawFn) -> tuple[list[Owned[Entry]], list[Removal]]:
    chosen = draw(st.lists(st.sampled_from(NAMES), unique=True, min_size=1))
    owned = []
    for name in chosen:
        replaces = draw(st.sampled_from([None, None, None, *NAMES]))
        bound: dict[str, Any] = {"replaces": replaces}
        if replaces is None:
            bound = {"after": draw(anchors), "before": draw(st.none() | anchors)}
        rank = {"a": 0, "b": 1, "c": 1}[name[0]]
        owned.append(own(name, rank, NAMES.index(name), **bound))
    names = st.tuples(st.sampled_from(chosen), st.booleans())
    names |= st.tuples(st.sampled_from(NAMES), st.just(True))
    removals = [
        Removal(name, "z", optional) for name, optional in draw(st.lists(names, max_size=2))
    ]
    return owned, removals


@given(lists(), st.randoms(use_true_random=False))
def test_the_list_is_what_the_slow_twin_says_in_any_order(
    case: tuple[list[Owned[Entry]], list[Removal]], random: Any
) -> None:
    owned, removals = case
    wanted = slowly(owned, removals)
    random.shuffle(owned)
    if wanted is None:
        message = refusal(*owned, remove=removals)
        random.shuffle(owned)
        assert refusal(*owned, remove=removals) == message
    else:
        assert [one.entry.name for one in arrange("list", owned, removals)] == wanted
