"""Rulesets as one word, such as `rio-grande+gold+rounds=3`, for commands that take several."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from elfen.cli.ruleset_options import chosen_rules
from elfen.compiler import installed, load, manifest_of
from elfen.errors import ElfenError, Message, did_you_mean, some_of
from elfen.game import BASE, Ruleset


def rules_of(
    spec: str,
    edition: str | None = None,
    expansions: Sequence[str] = (),
    options: Sequence[str] = (),
    board: str | None = None,
) -> Ruleset:
    """The ruleset of a spec, on top of what the command's options choose.

    A spec is an edition, expansions and KEY=VALUE, in any order, joined by +; an empty one, or
    `land`, is the plain game. Raises `ElfenError`.
    """
    known = installed()
    editions = [preset.name for preset in manifest_of(load(BASE)).presets]
    more: list[str] = []
    values: list[str] = []
    for part in filter(None, map(str.strip, spec.split("+"))):
        if "=" in part:
            values.append(part)
        elif part in editions:
            if edition not in (None, part):
                text = "{rules}: {one} and {other} are both editions; choose one"
                both = {"one": repr(edition), "other": repr(part)}
                raise ElfenError(Message("rules/editions", text, rules=repr(spec), **both))
            edition = part
        elif part in known:
            if part not in (BASE, *expansions):
                more.append(part)
        else:
            raise ElfenError(_unknown(spec, part, editions))
    return chosen_rules(edition, [*expansions, *more], [*options, *values], board)


def _unknown(spec: str, part: str, editions: Sequence[str]) -> str:
    others = [name for name in sorted(installed()) if name != BASE]
    hint = did_you_mean(part, [*editions, *others])
    text = (
        "{name} is no edition, no installed expansion, and no KEY=VALUE; {hint}editions:"
        " {editions}; expansions: {expansions}"
    )
    name = repr(part)
    if part != spec:
        name = Message("rules/part", "{part} in {rules}", part=repr(part), rules=repr(spec))
    return Message(
        "rules/no-part",
        text,
        name=name,
        hint=hint,
        editions=", ".join(editions),
        expansions=some_of(others, sys.maxsize),
    )
