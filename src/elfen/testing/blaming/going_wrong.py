"""Who is to blame for a move that makes the table go wrong.

A run that makes it go wrong (`Watched`) is followed until it has; who called that line may be at
fault as well, and whoever gave it its values; and if pieces are lost in a function of the table
itself, that function. If none is lost, whoever allowed the action (`permission`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial
from inspect import isfunction
from types import CodeType

from attrs import evolve

from elfen.declare import CORE, Action, Rolled
from elfen.kernel import State, Table, TracedTable, stock, totals
from elfen.testing.blaming.looking import Looking
from elfen.testing.blaming.origins import condition, sources
from elfen.testing.blaming.parting import decided
from elfen.testing.blaming.permission import allowing, misplaces
from elfen.testing.blaming.trails import plainly
from elfen.testing.blaming.watching import Handed, Untold, Watched, gone_wrong
from elfen.testing.differences import settled
from elfen.testing.facts import facts, until_it_fails
from elfen.testing.law_broken import CONSERVATION, Place


class GoingWrong(Looking):
    """Looks for who makes a table go wrong, and who allows it."""

    def _watched(self, watch: Watched) -> Iterator[Place]:
        run = watch.run or watch.made_in(self.rules, self.moves)
        if run is None:  # perhaps before the moves that are known
            players = next((state.players for state, _ in self.moves), self.rules.fewest_players)
            quiet = until_it_fails(facts(self.rules).quiet_moves(players))
            run = watch.made_in(self.rules, quiet)
        suspect = None if run is None else gone_wrong(watch, run, self.authors.of, self.until)
        if suspect is not None and run is not None:
            of_the_table = [*self._by_the_table(watch, run)]
            if self._is_of_the_ledger():
                self.recording = of_the_table
            # Whoever only tells the table what to do is not at fault for what that records.
            surely = not self.recording
            yield from (evolve(one, sure=surely) for one in self._places([suspect.line]))
            if watch.values:
                values = [plainly(value) for value in watch.values]
                found = [*sources(suspect, values, self.authors.of)]
                yield from self._places(found or [condition(suspect)])
            if not self._is_of_the_ledger():
                self.callers += suspect.callers
                yield from of_the_table
            if watch.made is not None and isinstance(watch.made[1], Rolled):  # who said it may come
                trail = self._follow(partial(self.rules.outcomes, watch.made[0]))
                yield from self._places(map(decided, trail.calls[-1:]))

    def _by_the_table(self, watch: Watched, run: Callable[[], object]) -> Iterator[Place]:
        """The table's own function, if it is one that loses a piece, or tells an event wrongly,
        whoever called it.
        """
        if self.broken.law == CONSERVATION and not self._is_of_the_ledger():
            players = next((state.players for state, _ in self.moves), self.rules.fewest_players)
            all_pieces = stock(self.rules, players)
            watch = Watched(lambda table: totals(self.rules, table) != all_pieces)
        elif self.broken.law != CONSERVATION and not isinstance(watch, Untold):
            return

        own = _changing((TracedTable,) if isinstance(watch, Untold) else (Table, TracedTable))

        def watched(code: CodeType) -> str | None:
            return CORE if code in own else self.authors.of(code)

        suspect = gone_wrong(watch, run, watched, self.until)
        if suspect is not None and suspect.line[0] in own:
            yield self.authors.place(*suspect.line)

    def _is_of_the_ledger(self) -> bool:
        """Whether what is recorded of pieces is wrong: the core keeps that."""
        handed = any(isinstance(run, Handed) for run in self.broken.runs)
        return handed or "ledger: " in self.broken.message

    def _allowed(self, complain: Collection[str], anyhow: bool = False) -> Iterator[Place]:
        """Whoever allowed the last action, if it left a piece where it must not be, or anyhow."""
        state, action = self.moves[-1] if self.moves else (None, None)
        if state is None or not isinstance(action, Action):
            return
        if anyhow or misplaces(self.rules, state, action):
            lines = allowing(self.rules, state, action, self.authors.of, complain, self.until)
            yield from (self.authors.place(*line, sure=False) for line in lines)

    def _takes_too_much(self) -> bool:
        """Whether the last move has left less than nothing somewhere."""
        after = settled(partial(self.rules.advance, *self.moves[-1])) if self.moves else None
        zones = after.zones if isinstance(after, State) else ()
        return any(min(counts, default=0) < 0 for counts in zones)


def _changing(tables: tuple[type[Table], ...]) -> set[CodeType]:
    """The public functions of these tables that change one."""
    return {
        function.__code__
        for table in tables
        for name, function in vars(table).items()
        if not name.startswith("_") and isfunction(function) and name != "freeze"
    }
