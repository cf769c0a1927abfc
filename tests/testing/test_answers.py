"""What is compared between processes: all that people are told, cautions too."""

from __future__ import annotations

from elfen import compile_ruleset
from elfen.land import HAND, MOVE
from elfen.testing.repeating.answers import at, told


def test_people_are_warned_alike_in_every_process() -> None:
    rules = compile_ruleset()
    build = rules.build(2).at(MOVE, seat=0, round=4).boot(0, "virst")
    staying = build.zone(HAND.of(0), {"dragon": 3}).state()
    going = build.lay("lapphalya-virst-plains", "dragon").state()
    for state, warned in ((going, True), (staying, False)):
        cautions = told(at(rules, state, 0, ()))["the cautions"]
        assert any("still reach" in one for one in cautions) is warned, cautions
