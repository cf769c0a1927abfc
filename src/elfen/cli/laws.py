"""`elfen laws`: try every law on an installed plugin."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from elfen.cli.languages import Spoken
from elfen.cli.lines import say
from elfen.errors import ElfenError, Message, harmless

if TYPE_CHECKING:
    from elfen.testing.suite.running import Costs, Plan, Reached, Result

_MOST_BUDGET = 1000


@click.command(cls=Spoken)
@click.argument("name")
@click.option(
    "--budget",
    type=click.IntRange(1, _MOST_BUDGET),
    metavar="N",
    default=1,
    show_default=True,
    help="Try N times as much; 1 takes at most three minutes of processor time.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    metavar="N",
    default=0,
    show_default=True,
    help="Try other games and positions; the same number tries the same.",
)
@click.option(
    "--until-found", is_flag=True, help="Go on with the next seeds until a law is broken."
)
@click.option("-x", "--stop", is_flag=True, help="Stop at the first broken law.")
@click.option("--only", metavar="TEXT", default="", help="Only trials with this in their name.")
@click.option(
    "--reach",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="Fail if fewer of the plugin's lines have run.",
)
@click.option(
    "--examples",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Save games that break a law in this folder.",
)
def laws(
    name: str,
    budget: int,
    seed: int,
    until_found: bool,
    stop: bool,
    only: str,
    reach: float | None,
    examples: Path | None,
) -> int:
    """Try the laws that every game keeps on an installed plugin.

    It is tried alone and with every other installed plugin that it goes with, in games that come
    to unusual places on purpose. Each trial has a line. At the end stand the time that each law
    took, and what the trials have not reached of the plugin. The exit code is 1 if a law is
    broken.
    """
    try:
        from elfen.testing.suite.running import VARIABLE, Effort, plan
    except ModuleNotFoundError as error:
        if error.name != "hypothesis":
            raise
        text = "trying the laws needs hypothesis: {command}"
        message = Message("laws/hypothesis", text, command="pip install 'elfen[testing]'")
        raise ElfenError(message) from None
    if examples is not None:
        os.environ[VARIABLE] = str(examples.absolute())
    while True:
        found = plan(name, Effort(budget, seed))
        if until_found:
            say(f"seed {seed}")
        reached = found.reached()
        broken = _tried(found.only(only), stop, reached)
        if broken or not until_found:
            return int(broken or _too_few(reached, reach))
        seed += 1


def _tried(plan: Plan, stop: bool, reached: Reached) -> bool:
    """Whether a law is broken; it says so, and everything else."""
    from elfen.testing.suite.running import Costs, results

    costs = Costs()
    done: list[Result] = []
    try:
        for result in results(plan, reached, costs):
            done.append(result)
            _show(f"{len(done):3}/{len(plan.trials)}", result)
            if result.error is not None and stop:
                break
    finally:  # also on Ctrl-C: what has been found is worth the time that it took
        _summed_up(plan, reached, costs, done)
    return any(result.error for result in done)


def _summed_up(plan: Plan, reached: Reached, costs: Costs, done: Sequence[Result]) -> None:
    from elfen.testing.suite.running import table

    say("")
    for other, reason in plan.left_out.items():
        say(f"{plan.name} was not tried with {other}: {reason}")
    say(*table(costs), "", *reached.report(), "")
    broken = sum(result.error is not None for result in done)
    left_out = len(plan.trials) - len(done) + sum(result.left_out is not None for result in done)
    say(
        f"{len(done)} of {len(plan.trials)} trials in"
        f" {sum(result.seconds for result in done):.0f} seconds of processor time:"
        f" {f'{broken} failed' if broken else 'no law is broken'}"
        + (f", {left_out} left out or stopped" if left_out else "")
    )


def _show(place: str, result: Result) -> None:
    """The line of a trial, and what went wrong."""
    what = "broken" if result.error else result.left_out or "holds"
    say(f"{place} {result.trial}: {what} ({result.seconds:.1f} s)")
    if result.error is not None:
        for line in _words(result.error):
            say(f"    {line}")
    sys.stdout.flush()


def _words(error: BaseException) -> Iterator[str]:
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            yield from _words(one)
        return
    told = str(error) if isinstance(error, ElfenError) else f"{type(error).__name__}: {error}"
    yield from map(harmless, told.splitlines())


def _too_few(reached: Reached, least: float | None) -> bool:
    share = 100 * reached.share
    if least is None or share >= least:
        return False
    say(f"{share:.0f} % of the lines have run, but --reach asks for {least:g} %")
    return True
