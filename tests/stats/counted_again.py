"""The figures of a game, counted a second time in the obvious way: from the events of each step."""

from __future__ import annotations

from collections import Counter
from typing import Any

import attrs

from elfen import Game
from elfen.declare import (
    CORE,
    BootMoved,
    Means,
    Pieces,
    PiecesMoved,
    PutOnRoute,
    Rolled,
    TakenFromRoute,
    TownVisited,
)


class Twin:
    """Counts a finished game by `Ruleset.trace`, with names, checks and every step written out."""

    def __init__(self, game: Game) -> None:
        self.rules, self.game = game.rules, game
        self.counts: Counter[str] = Counter()
        self.values: dict[str, list[float]] = {}
        self.flows: Counter[tuple[str, str, int]] = Counter()
        self.core = {o.entry.type for o in self.rules.event_types if o.plugin == CORE}
        self.names = {o.entry.type: o.entry.name for o in self.rules.action_types}
        state = game.beginning
        line = iter(game.history)
        before = next(line)
        for entry in game.log:
            if entry.seat is not None:
                self.decided(before, entry.seat, entry.move)
                before = next(line)
            elif isinstance(entry.move, Rolled):
                assert entry.chance is not None
                self.counts[f"chance.{entry.chance.name}"] += 1
                self.counts[f"chance.{entry.chance.name}={entry.move.face}"] += 1
            else:
                assert entry.chance is not None
                self.counts[f"chance.{entry.chance.name}"] += len(entry.move.pieces)  # type: ignore[union-attr]
            traced = self.rules.trace(state, entry.move)
            state = traced.state
            for event in traced.events:
                self.happened(event)
        assert state == game.state
        self.ended()

    def decided(self, game: Game, seat: int, action: Any) -> None:
        name, actions = game.decision.name, game.legal_actions
        self.counts["length.decisions"] += 1
        if len(actions) > 1:
            self.counts["length.choices"] += 1
            self.counts[f"decisions.asked.{name}"] += 1
            self.values.setdefault(f"decisions.options.{name}", []).append(len(actions))
        types = {o.entry.name: o.entry for o in self.rules.action_types}
        offered = {self.names[type(one)] for one in actions}
        going = {n for n, t in types.items() if t.crossings or t.leaps}
        answers = {o.entry.name for o in self.rules.answers[name]}
        if answers & going and not offered & going:
            self.counts[f"decisions.stuck.{name}"] += 1
        for one in offered:
            self.counts[f"actions.offered.{one}"] += 1
        self.told(f"actions.{self.names[type(action)]}", action)
        if types[self.names[type(action)]].crossings:
            quote = game.quote(action.route)
            paid = next(
                price
                for price in quote.prices
                if any(
                    payment.pieces == action.cards
                    for payment in self.rules.payment_table(price.needs).payments
                )
            )
            for line in paid.lines:
                self.counts[f"costs.{line.term}"] += 1

    def told(self, name: str, what: Any) -> None:
        self.counts[name] += 1
        meanings = self.rules.meanings(type(what))
        for one in attrs.fields(type(what)):
            value, means = getattr(what, one.name), meanings.get(one.name)
            if means in (Means.TOWN, Means.ROUTE) or one.name == "seat":
                continue
            if isinstance(value, Pieces):
                for kind in value:
                    self.counts[f"{name}.{one.name}={kind}"] += 1
            elif isinstance(value, str):
                self.counts[f"{name}.{one.name}={value}"] += 1
            elif isinstance(value, int):
                self.values.setdefault(f"{name}.{one.name}", []).append(value)

    def happened(self, event: Any) -> None:
        if isinstance(event, BootMoved):
            self.counts[f"towns.reached.{event.end}"] += 1
            if event.route is not None:
                self.counts[f"routes.crossed.{event.route}"] += 1
                self.counts[f"terrains.{self.rules.board.route(event.route).terrain}"] += 1
        elif isinstance(event, TownVisited):
            self.counts[f"towns.taken.{event.town}"] += 1
        elif isinstance(event, PutOnRoute):
            kind = self.kind(event.kind, event.source)
            self.counts[f"routes.laid.{event.route}"] += 1
            self.counts[f"pieces.laid.{kind}"] += 1
            if event.seat is not None:
                self.given(kind, event.seat)
        elif isinstance(event, TakenFromRoute):
            if event.seat is not None:
                self.flows["got", event.target, event.seat] += 1
        elif isinstance(event, PiecesMoved):
            if event.source_seat == event.target_seat:
                return
            for id in event.pieces:
                kind = self.kind(id, event.source)
                if event.source_seat is not None:
                    self.given(kind, event.source_seat)
                if event.target_seat is not None:
                    self.flows["got", kind.partition(".")[0], event.target_seat] += 1
        elif type(event) not in self.core:
            self.told(f"events.{self.rules.event_type(event).name}", event)

    def kind(self, id: str, zone: str) -> str:
        layout = self.rules.layout
        kind = next(k for k in layout.kinds_of(layout.zones[zone]) if k.id == id)
        return f"{kind.group.name}.{kind.id}"

    def given(self, kind: str, seat: int) -> None:
        self.counts[f"pieces.given.{kind}"] += 1
        self.flows["gave", kind.partition(".")[0], seat] += 1

    def ended(self) -> None:
        game, values = self.game, self.values
        self.counts["length.rounds"] = game.state.round
        self.counts[f"length.ending.{game.pending.name}"] += 1
        seats = range(game.players)
        for group in {kind.group.name for kind in self.rules.layout.kinds}:
            for way in ("got", "gave"):
                values[f"pieces.{way}.{group}"] = [self.flows[way, group, s] for s in seats]
        rows = {row.seat: row for row in game.standings}
        totals = [rows[seat].total for seat in seats]
        values["scores.total"] = [*totals]
        for at, scored in enumerate(rows[0].lines):
            values[f"scores.line.{scored.name}"] = [rows[s].lines[at].points for s in seats]
        values["scores.best"] = [max(totals)]
        first, second = (row.total for row in game.standings[:2])
        values["scores.gap"] = [first - second]
        winners = [row for row in game.standings if row.rank == 1]
        for seat in seats:
            share = 1 / len(winners) if rows[seat] in winners else 0.0
            values[f"seats.wins.{seat}"] = [share]
            values[f"seats.ahead.{seat}"] = [totals[seat] - sum(totals) / len(totals)]
        leaders = [row for row in game.standings if row.total == max(totals)]
        self.counts["ties.lead"] = int(len(leaders) > 1)
        self.counts["ties.shared"] = int(len(winners) > 1)
        if len(leaders) > 1 and len(rows[0].ties) == 1:
            best = max(row.ties[0].points for row in leaders)
            told = len([row for row in leaders if row.ties[0].points == best]) < len(leaders)
            self.counts[f"ties.broken.{leaders[0].ties[0].name}"] = int(told)
        for zone in self.rules.layout.seat_zones:
            values[f"left.{zone.name}"] = [game.position.size(zone.of(s)) for s in seats]
        for table in self.rules.layout.table_zones:
            self.counts[f"left.{table.name}"] = game.position.size(table)
