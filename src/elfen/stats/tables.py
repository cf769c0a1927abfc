"""Figures as tables of text, for people: a few lines for what matters, all of them if asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from attrs import frozen

from elfen.stats.columns import SECTIONS, Column
from elfen.stats.comparison import Comparison, Difference
from elfen.stats.estimates import Estimate
from elfen.stats.gathered import Statistics
from elfen.text import say

#: How many lines of a long table are shown: of places, and of other things.
SHOWN = 8
SHOWN_OF_OTHERS = 16

#: The titles of the tables of places.
PLACES = {"towns": "Towns, a game", "routes": "Routes, a game"}


@frozen
class Grid:
    """A table of text: a title, headings, and lines of cells, without the `left_out` last ones."""

    title: str
    headings: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    left_out: int = 0


def grids(of: Statistics, everything: bool = False) -> Iterator[Grid]:
    """The figures as tables, section by section; what never happens only with `everything`."""
    sections: dict[str, list[Column]] = {section: [] for section in SECTIONS}
    for name in of.names:
        column = of.columns[name]
        sections[column.section].append(column)
    if of.games:
        yield _plain(of, say("Length"), sections["length"], everything)
        yield _decisions(of, sections["decisions"], everything)
        yield _plain(of, say("Scores"), sections["scores"], everything)
        yield _seats(of)
        yield _rates(of, say("Ties"), sections["ties"])
        yield _actions(of, sections["actions"], everything)
        for section in ("costs", "terrains"):
            yield _rates(of, say(SECTIONS[section]), sections[section])
        yield from _pieces(of, sections["pieces"], everything)
        yield _plain(of, say(SECTIONS["left"]), sections["left"], everything)
        yield _places(of, "towns", ("reached", "taken"), everything)
        yield _places(of, "routes", ("crossed", "laid"), everything)
        for section in ("chance", "events", "figures"):
            yield _plain(of, say(SECTIONS[section]), sections[section], everything)


def differences(of: Comparison, everything: bool = False) -> Iterator[Grid]:
    """What is clearly different, the clearest first in each section; or everything, in order."""
    rows = [row for row in of.rows if everything or (row.clear and row.column.measure != "offered")]
    for section, some in groupby(rows, lambda row: row.column.section):
        found = [*some]
        left_out = 0
        if not everything:
            found.sort(key=_plainness, reverse=True)
            left_out = max(0, len(found) - SHOWN)
            found = found[: len(found) - left_out]
        lines = tuple(_difference(of, row) for row in found)
        headings = ("A", "B", "B − A", "95 %", *([say("clear")] if everything else []))
        if not everything:
            lines = tuple(line[:-1] for line in lines)
        yield Grid(say(SECTIONS[section]), headings, lines, left_out)


def _plainness(row: Difference) -> float:
    """How many times the half of its interval a difference is."""
    change = row.difference
    if change is None:
        return 0
    return abs(change.value) / change.around if change.around else float("inf")


def _label(of: Comparison, column: Column) -> str:
    """What a column is called, by the rules that have it."""
    side = of.before if column.name in of.before.columns else of.after
    return side.told[column.name].label


def _difference(of: Comparison, row: Difference) -> tuple[str, ...]:
    change = row.difference
    return (
        _label(of, row.column),
        number(row.before),
        number(row.after),
        "" if change is None else signed(change.value),
        "" if change is None else around(change),
        say("yes") if row.clear else "",
    )


def _plain(of: Statistics, title: str, columns: Iterable[Column], everything: bool) -> Grid:
    """A line for each figure: its mean, spread and range."""
    told = [c for c in columns if of[c.name].number and (everything or of[c.name].total)]
    left_out = 0
    if not everything and len(told) > SHOWN_OF_OTHERS:
        few = [column for column in told if "=" not in column.name][:SHOWN_OF_OTHERS]
        left_out, told = len(told) - len(few), few
    lines: list[tuple[str, ...]] = []
    for column in told:
        found = of[column.name]
        mean = found.mean
        lines.append(
            (
                of.told[column.name].label,
                number(mean_of(mean)),
                around(mean),
                number(found.spread),
                plain(found.least),
                plain(found.quantile(0.5)),
                plain(found.most),
            )
        )
    headings = (say("mean"), "95 %", say("spread"), say("least"), say("median"), say("most"))
    return Grid(title, headings, tuple(lines), left_out)


def _rates(of: Statistics, title: str, columns: Iterable[Column]) -> Grid:
    """A line for each figure: how often a game has it."""
    lines = []
    for column in columns:
        mean = of[column.name].mean
        if mean is not None:
            lines.append((of.told[column.name].label, number(mean.value), around(mean)))
    return Grid(title, (say("a game"), "95 %"), tuple(lines))


def _decisions(of: Statistics, columns: Sequence[Column], everything: bool) -> Grid:
    """A line for each decision: how often it is asked, and how many legal actions there are."""
    lines = []
    for column in columns:
        sort, _, name = column.name.removeprefix("decisions.").partition(".")
        if sort != "asked":
            continue
        asked, options = of[column.name], of[f"decisions.options.{name}"]
        stuck = f"decisions.stuck.{name}"
        if not (everything or asked.total):
            continue
        lines.append(
            (
                of.told[column.name].text,
                number(mean_of(asked.mean)),
                around(asked.mean),
                number(mean_of(options.mean)),
                plain(options.quantile(0.5)),
                plain(options.most),
                number(mean_of(of[stuck].mean)) if stuck in of.columns else "",
            )
        )
    headings = (say("a game"), "95 %", say("options"), say("median"), say("most"), say("no way"))
    return Grid(say(SECTIONS["decisions"]), headings, tuple(lines))


def _seats(of: Statistics) -> Grid:
    """A line for each seat: its share of victories, and its score beside the mean of its game."""
    lines = []
    for seat in range(of.players):
        wins, ahead = of[f"seats.wins.{seat}"].mean, of[f"seats.ahead.{seat}"].mean
        lines.append(
            (
                say("seat {number}", number=str(seat)),
                "" if wins is None else f"{wins.value:.1%}",
                "" if wins is None or wins.around is None else f"± {wins.around:.1%}",
                "" if ahead is None else signed(ahead.value),
                around(ahead),
            )
        )
    return Grid(
        say("Seats"), (say("wins"), "95 %", say("score above the mean"), "95 %"), tuple(lines)
    )


def _actions(of: Statistics, columns: Sequence[Column], everything: bool) -> Grid:
    """A line for each action: how often it is taken, and in how many decisions it could be."""
    lines = []
    for column in columns:
        if column.measure == "offered":
            continue
        found = of[column.name]
        mean = found.mean
        if column.measure != "taken":
            if everything and mean is not None:
                lines.append(
                    (f"  {of.told[column.name].text}", number(mean.value), around(mean), "", "")
                )
            continue
        offered = of[f"actions.offered.{column.name.removeprefix('actions.')}"]
        share = f"{found.total / offered.total:.0%}" if offered.total else ""
        lines.append(
            (
                of.told[column.name].text,
                number(mean_of(mean)),
                around(mean),
                number(mean_of(offered.mean)),
                share,
            )
        )
    return Grid(say("Actions"), (say("a game"), "95 %", say("offered"), say("taken")), tuple(lines))


def _pieces(of: Statistics, columns: Sequence[Column], everything: bool) -> Iterator[Grid]:
    """What a seat gets and gives, and of which kinds pieces are given and laid."""
    lines = []
    for column in columns:
        if column.measure == "a seat gets":
            group = column.name.removeprefix("pieces.got.")
            got, gave = of[column.name].mean, of[f"pieces.gave.{group}"].mean
            if everything or mean_of(got) or mean_of(gave):
                sides = [cell for m in (got, gave) for cell in (number(mean_of(m)), around(m))]
                lines.append((of.told[column.name].text, *sides))
    yield Grid(say("Pieces, a seat"), (say("gets"), "95 %", say("gives"), "95 %"), tuple(lines))
    kinds: dict[str, list[Estimate | None]] = {}
    for column in columns:
        if column.measure in ("laid on routes", "given"):
            sides_of = kinds.setdefault(of.told[column.name].text, [None, None])
            sides_of[column.measure == "given"] = of[column.name].mean
    lines = [
        (text, *(cell for m in sides for cell in (number(mean_of(m)), around(m))))
        for text, sides in kinds.items()
    ]
    yield Grid(
        say("Kinds of pieces, a game"), (say("laid"), "95 %", say("given"), "95 %"), tuple(lines)
    )


def _places(of: Statistics, section: str, sorts: tuple[str, str], everything: bool) -> Grid:
    """A line for each town or route, those first that boots come to most."""
    places = of.rules.board.towns if section == "towns" else of.rules.board.routes
    found = []
    for place in places:
        first, second = (of[f"{section}.{sort}.{place.id}"].mean for sort in sorts)
        text = of.told[f"{section}.{sorts[0]}.{place.id}"].text
        cells = (number(mean_of(first)), around(first), number(mean_of(second)), around(second))
        found.append((-(mean_of(first) or 0), (text, *cells)))
    found.sort(key=lambda one: one[0])
    heads = [of.told[f"{section}.{sort}.{places[0].id}"].measure for sort in sorts]
    headings = (heads[0], "95 %", heads[1], "95 %")
    grid = Grid(say(PLACES[section]), headings, tuple(line for _, line in found))
    return _cut(grid, everything)


def _cut(grid: Grid, everything: bool) -> Grid:
    """The table with the first lines only."""
    left = 0 if everything else max(0, len(grid.lines) - SHOWN)
    return Grid(grid.title, grid.headings, grid.lines[: len(grid.lines) - left], left)


def mean_of(estimate: Estimate | None) -> float | None:
    """The value of an estimate."""
    return None if estimate is None else estimate.value


def number(value: float | None) -> str:
    """A mean with two digits after the point, or fewer if it is large; "" for None."""
    if value is None:
        return ""
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.{1 if abs(value) >= 100 else 2}f}"


def plain(value: float | None) -> str:
    """A value: a whole number without a point."""
    return f"{value:,.0f}" if value is not None and float(value).is_integer() else number(value)


def signed(value: float) -> str:
    """A difference with its sign."""
    told = number(abs(value))
    return told if not float(told.replace(",", "")) else ("+" if value > 0 else "−") + told


def around(estimate: Estimate | None) -> str:
    """Half the width of the interval: `± 0.21`."""
    if estimate is None or estimate.around is None:
        return ""
    return f"± {number(estimate.around)}"
