"""An outside expansion adds, replaces and removes cautions, and says what its actions bring."""

from __future__ import annotations

from types import SimpleNamespace

import proverbs

from elfen import Ruleset, compile_ruleset
from elfen.land import HAND, MOVE, Stop
from elfen.plugin import PUBLIC, Group, Manifest, TableZone, Zone, hookimpl
from elfen.testing import check_state
from elfen.text import Words, explain


def test_its_cautions_are_told_like_any_others() -> None:
    rules = compile_ruleset(expansions=[proverbs])
    build = rules.build(2).at(MOVE, seat=0, round=1).zone(HAND.of(0), {"raft": 1})
    state = build.state()
    view = rules.game_from(state).view(0)
    tell = proverbs.TellProverb("raft")
    assert [one.text for one in view.cautions(tell)] == ["the raft is your last card"]
    assert [one.name for one in view.cautions(Stop())] == ["proverbs/stay"]
    assert view.brings(tell) == "a proverb; 0 left to tell of"
    assert view.brings(Stop()) == ""
    assert view.to_data(cautions=True)["cautions"]["tell proverb raft"] == [
        {
            "name": "proverbs/last-card",
            "values": {"card": "raft"},
            "text": "the raft is your last card",
        }
    ]
    assert "cautions" not in view.to_data()
    told = {item.name: item for item in explain(rules).section("Cautions").items}
    assert told["proverbs/stay"].origin == "proverbs, instead of land/way-left (land)"
    assert "land/pays-too-much" not in told
    check_state(rules, state)


def test_zones_with_one_label_are_told_apart_by_their_plugins() -> None:
    """Whoever takes a label that another plugin has, is called by both."""
    group = Group("saying", noun="saying")
    pile, heap, mound = (
        TableZone(f"twins/{name}", holds=(group,), visibility=PUBLIC, label=label)
        for name, label in (("pile", ""), ("heap", "hand"), ("mound", "hand"))
    )

    @hookimpl
    def elfen_manifest() -> Manifest:
        return Manifest("twins", rules_version=1, api=1, requires=("land",), help="Twins.")

    @hookimpl
    def elfen_zones(rules: Ruleset) -> list[Zone]:
        return [pile, heap, mound]

    hooks = SimpleNamespace(elfen_manifest=elfen_manifest, elfen_zones=elfen_zones)
    words = Words(compile_ruleset(expansions=[hooks]))
    assert [words.zone(zone.name) for zone in (pile, heap, mound)] == [
        "pile (twins)",
        "hand (twins/heap)",
        "hand (twins/mound)",
    ]
    assert words.zone("land/pile") == "pile"
    assert words.zone("land/hand") == "hand (land)"
