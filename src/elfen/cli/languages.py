"""`--lang`: the language in which a command speaks to people."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

import click

from elfen.text import ENGLISH, languages, speaking

F = TypeVar("F", bound=Callable[..., Any])


def lang_option(command: F) -> F:
    """`--lang`: while the command runs, its language is spoken."""

    @wraps(command)
    def spoken(*args: Any, lang: str, **options: Any) -> Any:
        with speaking(lang):
            return command(*args, **options)

    option = click.option(
        "--lang",
        type=click.Choice(languages()),
        default=ENGLISH,
        envvar="ELFEN_LANG",
        show_default=True,
        help="The language; ELFEN_LANG sets another default.",
    )
    return cast(F, option(spoken))
