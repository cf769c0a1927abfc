"""Golden counts: rules that change without a raised rules version are found out here."""

from __future__ import annotations

from pathlib import Path

import pytest
from golden_counts import Case, cases, record, versions
from golden_files import COMMAND, DATA, Refused, differences, load, mend, path_of, save

from elfen import Ruleset, compile_ruleset
from elfen.plugin import Manifest, Remove, hookimpl


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_counts_have_not_changed_without_a_raised_rules_version(case: Case) -> None:
    now = record(case.compile())
    kept = load(DATA, case.name, now["plugins"])
    assert kept is not None, f"no golden counts of {case.name} at {now['plugins']}: run `{COMMAND}`"
    changed = differences(kept, now)
    assert not changed, mend(case.name, now["plugins"], changed)


def test_every_record_counts_positions_and_finished_games() -> None:
    for case in cases():
        kept = load(DATA, case.name, versions(case.compile()))
        assert kept is not None
        assert len(kept["games"]) >= 4
        assert all(game["decisions"] > 0 and game["ending"] for game in kept["games"].values())
        assert all(len(row["by depth"]) > 1 for row in kept["positions"].values())


class NoObstacles:
    """A change of the rules by an outside plugin, to see that the counts notice."""

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        """Whose rules these are."""
        return Manifest("fault", rules_version=1, api=1, help="A fault.", requires=("land",))

    @hookimpl
    def elfen_move_cost(self, rules: Ruleset) -> list[Remove]:
        """Obstacles cost nothing."""
        return [Remove("land/obstacle")]


def test_a_changed_rule_changes_the_counts() -> None:
    rules = compile_ruleset("rio-grande")
    faulty = compile_ruleset("rio-grande", expansions=[NoObstacles()])
    sound = record(rules)
    assert differences(sound, record(rules)) == []
    changed = differences(sound, record(faulty))
    assert any(line.startswith("/games/") for line in changed)
    assert any(line.startswith("/positions/") for line in changed)


RECORD = {"plugins": {"land": 1}, "games": {"one": {"decisions": 3}}, "positions": {}}
OTHER = {"plugins": {"land": 1}, "games": {"one": {"decisions": 4}}, "positions": {}}


def test_a_record_is_kept_once(tmp_path: Path) -> None:
    assert save(tmp_path, "x", RECORD) == path_of(tmp_path, "x", {"land": 1})
    assert load(tmp_path, "x", {"land": 1}) == RECORD
    assert save(tmp_path, "x", RECORD) is None


def test_other_counts_of_the_same_rules_versions_are_refused(tmp_path: Path) -> None:
    save(tmp_path, "x", RECORD)
    with pytest.raises(
        Refused, match=r"/games/one/decisions: kept 3, now 4\n.*raise rules_version"
    ):
        save(tmp_path, "x", OTHER)
    assert load(tmp_path, "x", {"land": 1}) == RECORD


def test_forced_they_are_overwritten(tmp_path: Path) -> None:
    save(tmp_path, "x", RECORD)
    save(tmp_path, "x", OTHER, force=True)
    assert load(tmp_path, "x", {"land": 1}) == OTHER


def test_with_a_raised_rules_version_they_stand_beside_the_old_ones(tmp_path: Path) -> None:
    save(tmp_path, "x", RECORD)
    save(tmp_path, "x", {**OTHER, "plugins": {"land": 2}})
    assert load(tmp_path, "x", {"land": 1}) == RECORD
    assert load(tmp_path, "x", {"land": 2}) == {**OTHER, "plugins": {"land": 2}}
