"""Part of the law of agreement: all of a line of notation is read, or it is refused."""

from __future__ import annotations

from functools import partial
from operator import eq
from random import Random

from elfen.declare import Action
from elfen.errors import ElfenError
from elfen.game import Ruleset
from elfen.testing.blaming.watching import Handed, Spared
from elfen.testing.facts import facts
from elfen.testing.law_broken import AGREEMENT, LawBroken

#: A word that means nothing.
_WORD = "gibberish"


def read_to_the_end(rules: Ruleset, numbers: Random) -> None:
    """An action of each type with a word too much after it is refused, or the word is part of what
    is read. Raises `LawBroken`.
    """
    refused: list[str] = []
    ignored: list[tuple[str, Action]] = []
    for actions in facts(rules).domain_by_type.values():
        text = f"{numbers.choice(actions)} {_WORD}" if actions else _WORD
        try:
            read = rules.parse(text)
        except ElfenError:
            refused.append(text)
            continue
        if _WORD not in str(read):
            ignored.append((text, read))
    for text, action in ignored:
        load = partial(rules.parse, text)
        runs = [Spared(load, partial(rules.parse, other)) for other in refused[:1]]
        raise LawBroken(
            AGREEMENT,
            f"{text!r} is read as {str(action)!r}, as if its last word were not there",
            runs=(*runs, Handed(partial(eq, action), load)),
        )
