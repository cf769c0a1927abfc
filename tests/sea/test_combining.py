"""With which expansions Elfensea goes, and with which it does not."""

from __future__ import annotations

import pickle
from types import SimpleNamespace

import pytest

from elfen import RulesetError, compile_ruleset
from elfen.plugin import Manifest, hookimpl

from .situations import elfensea


def called(name: str) -> SimpleNamespace:
    """An expansion of this name that does nothing."""
    manifest = Manifest(name, rules_version=1, api=1, help="Nothing.", requires=("land",))
    return SimpleNamespace(elfen_manifest=hookimpl(lambda: manifest))


@pytest.mark.parametrize(
    ("other", "reason"),
    [("gold", "not designed to work with Elfensea"), ("favor", "twenty towns of Elfenland")],
)
def test_elfensea_does_not_go_with_them_and_says_why(other: str, reason: str) -> None:
    with pytest.raises(RulesetError, match=reason) as caught:
        compile_ruleset(expansions=["sea", called(other)])
    assert f"'sea' does not go with '{other}'" in str(caught.value)


def test_elfensea_is_chosen_by_name_or_as_an_object_and_travels_to_other_processes() -> None:
    from elfen_sea import plugin

    assert compile_ruleset(expansions="sea").fingerprint == elfensea().fingerprint
    assert compile_ruleset(expansions=[plugin]).fingerprint == elfensea().fingerprint
    assert pickle.loads(pickle.dumps(elfensea())).fingerprint == elfensea().fingerprint
    assert compile_ruleset().fingerprint != elfensea().fingerprint


def test_other_expansions_go_with_it() -> None:
    rules = compile_ruleset(expansions=["sea", called("clouds")])
    assert [plugin.name for plugin in rules.plugins] == ["land", "clouds", "sea"]
