"""An outside expansion adds, replaces and removes cautions, and says what its actions bring."""

from __future__ import annotations

import proverbs

from elfen import compile_ruleset
from elfen.land import HAND, MOVE, Stop
from elfen.testing import check_state
from elfen.text import explain


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
