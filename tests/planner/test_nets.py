"""The net of ways between towns is the same, made from the last one or anew; and whose it is."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from elfen import Ruleset, compile_ruleset
from elfen.bots.planner import Planner
from elfen.bots.planner.nets import Nets, known_nets
from elfen.bots.planner.prices import known_prices
from elfen.declare import Contents
from elfen.land import COUNTER, HAND, MOVE, Move
from elfen.plugin import Manifest, Surcharge, hookimpl

from .twin import best_by_trying_all


def differences(nets: Nets, rules: Ruleset) -> tuple[int, int]:
    """How many nets on the way through a random game there are, and how many are not as anew."""
    layout = rules.layout
    lays = tuple(sorted(layout.kind_number[kind] for kind in layout.kinds_in(COUNTER)))
    game, chance = rules.new_game(3, 8), random.Random(8)
    found, wrong = 0, 0
    last = None
    while not game.is_over:
        routes = game.state.routes
        if routes is not last:
            last, found = routes, found + 1
            for some in ((), lays):
                made, anew = nets.net(routes, some, (), 0), Nets(rules).net(routes, some, (), 0)
                wrong += made != anew
                assert [*made.exits] == [*anew.exits] == [*range(len(rules.board.towns))]
        game = game.play(chance.choice(game.legal_actions))
    return found, wrong


@pytest.mark.parametrize("expansions", [(), ("favor",)])
def test_a_net_is_as_it_would_be_made_anew(expansions: tuple[str, ...]) -> None:
    rules = compile_ruleset(expansions=expansions)
    found, wrong = differences(Nets(rules), rules)
    assert found > 20
    assert not wrong


def test_a_net_that_is_kept_too_long_would_be_noticed() -> None:
    rules = compile_ruleset()
    nets = Nets(rules)
    nets._ends = [ends[:1] for ends in nets._ends]
    assert differences(nets, rules)[1]


class Meanwhile(Sequence[Contents]):
    """What lies on routes; while it is looked at, another thread asks for the net of others."""

    def __init__(self, routes: Sequence[Contents], nets: Nets, others: Sequence[Contents]) -> None:
        self.routes, self.nets, self.others = routes, nets, others
        self.asked = False

    def __len__(self) -> int:
        return len(self.routes)

    def __getitem__(self, n: Any) -> Any:
        return self.routes[n]

    def __iter__(self) -> Iterator[Contents]:
        for n, contents in enumerate(self.routes):
            if n == 1 and not self.asked:
                self.asked = True
                self.nets.net(self.others, (), (), 0)
            yield contents


def test_a_net_is_right_while_another_thread_asks_for_another() -> None:
    rules = compile_ruleset()
    nets = Nets(rules)
    bare = rules.start(2).routes
    table = rules.build(2).at(MOVE, seat=0, round=1)
    one = table.lay("albaran-feodor-desert", "dragon").state().routes
    table = rules.build(2).at(MOVE, seat=0, round=1)
    other = table.lay("dagamura-feodor-desert", "dragon").state().routes
    nets.net(bare, (), (), 0)
    asked = Meanwhile(one, nets, other)
    assert nets.net(asked, (), (), 0)[1:] == Nets(rules).net(one, (), (), 0)[1:]
    assert nets.net(bare, (), (), 0) == Nets(rules).net(bare, (), (), 0)


def dearer_for_the_second() -> Ruleset:
    """The second seat pays a card more for everything."""

    @hookimpl
    def elfen_manifest() -> Manifest:
        return Manifest("dear", rules_version=1, api=1, requires=("land",), help="-")

    @hookimpl
    def elfen_move_cost(rules: Ruleset) -> list[Surcharge]:
        return [
            Surcharge("dear/seat", "seat", lambda c, price: c.seat, text="-", depends_on=("seat",))
        ]

    dear = SimpleNamespace(elfen_manifest=elfen_manifest, elfen_move_cost=elfen_move_cost)
    return compile_ruleset(expansions=[dear])


def totals(rules: Ruleset, hopeful: bool) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """What two seats that stand and hold the same can come to, planned and by trying all."""
    planned, tried = [], []
    for seat in (0, 1):
        table = rules.build(2).at(MOVE, seat=seat, round=1)
        for one in (0, 1):
            table.boot(one, "feodor").visited(one, "feodor")
            table.zone(HAND.of(one), {"dragon": 2, "unicorn": 1, "elfcycle": 2})
        table.lay("albaran-feodor-desert", "dragon").lay("albaran-wylhien-desert", "dragon")
        table.lay("dagamura-feodor-desert", "dragon")
        view = rules.observe(table.state(), seat)
        tour = Planner(view, hopeful=hopeful).best()
        planned.append((tour.total, tour.kept))
        tried.append(best_by_trying_all(rules, table.state(), Move))
    return planned, tried


@pytest.mark.parametrize("hopeful", [False, True])
def test_what_is_known_of_prices_holds_for_the_seats_that_pay_them(
    hopeful: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned, tried = totals(compile_ruleset(), hopeful)
    assert planned == tried
    assert planned[0] == planned[1]
    planned, tried = totals(dearer_for_the_second(), hopeful)
    assert planned == tried
    assert planned[0] > planned[1]
    rules = dearer_for_the_second()
    for known in (known_prices[rules], known_nets[rules]):
        monkeypatch.setattr(known, "_by_seat", False)  # a fault: it would be noticed
    planned, tried = totals(rules, hopeful)
    assert planned != tried
