"""Every error that elfen raises on purpose; all of them are `ElfenError`.

Open `messages` first: what a reason says, with an identifier and arguments.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from attrs import frozen

from elfen.errors.messages import AnyOf, Message, Seat, alternative, as_data, told_by

__all__ = [
    "FAULTS",
    "AnyOf",
    "BoardError",
    "ElfenError",
    "IllegalAction",
    "Message",
    "NoSuchName",
    "NotationError",
    "PositionError",
    "Reason",
    "RuleFailed",
    "RulesetError",
    "SaveError",
    "Seat",
    "SeedError",
    "alternative",
    "as_data",
    "brief",
    "did_you_mean",
    "harmless",
    "in_one_line",
    "of_system",
    "raised",
    "saying",
    "some_of",
    "told_by",
]

#: What the code of plugins and players may raise, as their own fault: anything but Ctrl-C. To catch
#: an `Exception` alone would let a `SystemExit` of theirs end the program without a word.
FAULTS: tuple[type[BaseException], ...] = (Exception, SystemExit, GeneratorExit)

_MOST_TOLD = 299
_MOST_SHOWN = 60
_MOST_COMPARED = 100
_DIGITS_OF_A_BIT = 0.30103

#: Printable in Python, but of no width, or blank: marks that join, fill or select a variant.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
_BLANKS = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")


class ElfenError(Exception):
    """Base class: catch this to catch everything that elfen raises on purpose.

    `str` gives one line of at most 300 characters that is harmless on a terminal, whatever was
    handed in; `args` and the attributes have all of it. (`LawBroken`, which is for tests, tells
    everything.)

    The text is plain English. If people who play may meet the error, it is a `Message`, so that
    `told` gives it in other languages.
    """

    def __str__(self) -> str:
        return in_one_line(super().__str__())

    @property
    def said(self) -> str:
        """What is wrong, in full; a `Message` if other languages can tell it."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)

    def told(self, say: Callable[..., str]) -> str:
        """The error as one short line, its messages told by `say`, such as `elfen.text.say`."""
        return in_one_line(told_by(self.said, say))


class RulesetError(ElfenError):
    """A ruleset cannot be compiled: an unknown name or option, or a faulty plugin.

    What a plugin raised is the `__cause__`, in full.
    """


class BoardError(ElfenError):
    """A board or its file is not well formed; the message says where.

    `problems` lists everything that is wrong, one entry each, without the file's name. Each is a
    short line, as `str` of the error is.
    """

    def __init__(self, message: str, problems: tuple[str, ...] = ()) -> None:
        super().__init__(in_one_line(message))
        self.problems = tuple(map(in_one_line, problems))


class NotationError(ElfenError):
    """A text that is not the notation of any action (or outcome) of this ruleset."""


class PositionError(ElfenError):
    """A state or a built position is impossible; the message lists what is wrong.

    `args[0]` has the whole list; so has `Ruleset.validate`, for a state.
    """


@frozen
class Reason:
    """Why an action is not legal: the rule's name, and a sentence for the player.

    `text` is plain English; make it a `Message`, and `Words.say` tells it in other languages, and
    with the names of players. `id` and `arguments` are those of the message, for front ends that
    word it themselves. `str` gives the sentence as one short line.
    """

    rule: str
    text: str

    def __str__(self) -> str:
        return in_one_line(self.text)

    @classmethod
    def of(cls, rule: str, id: str, template: str, /, **arguments: Any) -> Reason:
        """The reason whose text is `Message(id, template, **arguments)`."""
        return cls(rule, Message(id, template, **arguments))

    @property
    def id(self) -> str:
        """The message's identifier; the rule's name if `text` is an ordinary text."""
        return self.text.id if isinstance(self.text, Message) else self.rule

    @property
    def arguments(self) -> Mapping[str, Any]:
        """The arguments that the message names, by name."""
        return self.text.arguments if isinstance(self.text, Message) else {}

    def to_data(self) -> dict[str, Any]:
        """The reason as plain data for JSON: `rule`, `id`, `arguments` and `text`."""
        told = {name: as_data(value) for name, value in self.arguments.items()}
        return {"rule": self.rule, "id": self.id, "arguments": told, "text": str(self)}


class IllegalAction(ElfenError):
    """A well-formed action that the rules do not allow here; `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return str(self.reason)

    @property
    def said(self) -> str:
        """The text of the reason."""
        return self.reason.text


class NoSuchName(ElfenError, KeyError):
    """Nothing has that name where it was looked up."""

    def __str__(self) -> str:  # that of `KeyError` would be a repr
        return in_one_line(self.said)


class RuleFailed(ElfenError):
    """A plugin's rule raised an exception, which is `__cause__`, while a game was played.

    Nothing has changed: the game, or the state, is where it was. `plugin` owns the rule, `hook`
    and `name` identify it in the plugin's lists, `step` says where in the game it failed, and
    `message` describes what was raised.
    """

    def __init__(self, plugin: str, hook: str, name: str, step: str, message: str) -> None:
        super().__init__(plugin, hook, name, step, message)
        self.plugin = plugin
        self.hook = hook
        self.name = name
        self.step = step
        self.message = message

    def __str__(self) -> str:
        return in_one_line(self.said)

    @property
    def said(self) -> str:
        """Whose rule failed, when, and how."""
        return Message(
            "errors/rule-failed",
            "a rule of plugin {plugin} failed {step}: {message}; the game stays where it was",
            plugin=repr(self.plugin),
            step=self.step,
            message=self.message,
        )


class SeedError(ElfenError, TypeError):
    """A seed is neither a whole number nor a text; 1 and 1.0 are not two seeds by accident.

    It is raised for a `Dealer` that is made of anything but a seed in bytes and a position, too.
    """


class SaveError(ElfenError):
    """A game cannot be saved, or a save cannot be loaded.

    `message` says what is wrong, `where` is the place in the document, such as
    `log[17].action` ("" for all of it), and `file` is the path of the file, or "" without one.
    """

    def __init__(self, message: str, where: str = "", file: str = "") -> None:
        super().__init__(message, where, file)
        self.message = message
        self.where = where
        self.file = file

    def __str__(self) -> str:
        return in_one_line(self._told(str))

    @property
    def said(self) -> str:
        """The message, without the place."""
        return self.message

    def told(self, say: Callable[..., str]) -> str:
        """See `ElfenError.told`; the place comes first."""
        return in_one_line(self._told(lambda text: told_by(text, say)))

    def _told(self, each: Callable[[str], str]) -> str:
        return ": ".join(map(each, filter(None, (self.file, self.where, self.message))))


def brief(value: object, most: int = _MOST_SHOWN) -> str:
    """A value for an error message: its repr, cut short, or what it is if it has none.

    No more of a value is written than is shown.
    """
    text = ""
    try:
        for part in _parts(value, most):
            text += part
            if len(text) > most:
                return text[:most] + "..."
    except FAULTS:  # Python writes no number of thousands of digits; others may write nothing
        if isinstance(value, int):
            return f"a number of about {int(value.bit_length() * _DIGITS_OF_A_BIT)} digits"
        return f"a {type(value).__name__} that cannot be shown"
    return text


def _parts(value: object, most: int) -> Iterator[str]:
    """The repr of a value, part by part; of plain values only as much as may be shown."""
    if type(value) is str or type(value) is bytes or type(value) is Message:
        yield repr(value[: most + 1])
    elif type(value) is list:
        yield from _row("[", ((one,) for one in value), "]", most)
    elif type(value) is tuple:
        yield from _row("(", ((one,) for one in value), ",)" if len(value) == 1 else ")", most)
    elif type(value) is dict:
        yield from _row("{", value.items(), "}", most)
    else:
        yield repr(value)


def _row(begin: str, items: Iterable[tuple[object, ...]], end: str, most: int) -> Iterator[str]:
    """Values in brackets, or keys with their values."""
    yield begin
    for number, (first, *rest) in enumerate(items):
        if number:
            yield ", "
        yield from _parts(first, most)
        for one in rest:
            yield ": "
            yield from _parts(one, most)
    yield end


def saying(error: BaseException) -> str:
    """What an exception says, "" if nothing. Whoever wrote it may have made that fail, too."""
    try:
        return str(error)
    except BaseException as another:
        if not isinstance(another, (*FAULTS, type(error))):
            raise  # it is to stop what runs
        return "what it says cannot be shown"


def raised(error: BaseException) -> str:
    """An exception for an error message: its type, and what it says if it says anything."""
    said = saying(error)
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def in_one_line(text: str, most: int = _MOST_TOLD) -> str:
    """A message as one short line that is harmless on a terminal, whatever it quotes.

    Its middle is left out if it is too long, as it begins with what is wrong and where, and often
    ends with what to do.
    """
    if len(text) > most:
        end = most // 3
        text = f"{text[: most - end - 5]} ... {text[-end:]}"
    return harmless(text)


def harmless(text: str) -> str:
    """The text as one line that a terminal or a page only shows, as long as before.

    Control characters, line breaks, direction marks, characters without width and lone
    surrogates become replacement characters, and blanks of any width become spaces. Nothing else
    decides what is shown: what people write reaches terminals, pages and messages through here.
    """
    if text.isprintable() and not _UNSEEN.search(text):
        return text
    shown = _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", _BLANKS.sub(" ", text))
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in shown)


def some_of(names: Iterable[str], most: int = 2 * _MOST_SHOWN) -> str:
    """Names in a row, as many as fit into so many characters: `a, b and 3 more`."""
    known = list(names)
    told = ", ".join(known)
    if not told:
        return Message("errors/none", "none")
    if len(told) <= most:
        return told
    fit = max(1, told[:most].count(", "))
    some = ", ".join(known[:fit])
    return Message("errors/more", "{some} and {n} more", some=some, n=len(known) - fit)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A "did you mean" question about the closest known name, with a trailing blank, or ""."""
    from difflib import get_close_matches  # slow to import, needed only after a mistake

    if len(name) > _MOST_COMPARED:
        return ""
    close = get_close_matches(name, list(known), n=1)
    if not close:
        return ""
    return Message("errors/did-you-mean", "did you mean {name}? ", name=repr(close[0]))


#: What systems most often say of a file.
OF_SYSTEM = (
    *(errno.ENOENT, errno.EACCES, errno.EPERM, errno.EISDIR, errno.ENOTDIR, errno.EEXIST),
    *(errno.ENOSPC, errno.EFBIG, errno.EROFS, errno.ENAMETOOLONG, errno.EIO),
)


def of_system(error: Exception) -> str:
    """What is wrong with a file: what the system says, or else the error itself.

    It is a `Message` for what is in `OF_SYSTEM`, and if the error was made of one.
    """
    if not isinstance(error, OSError):
        first = error.args[0] if error.args else ""
        return first if isinstance(first, Message) else str(error)
    if error.errno in OF_SYSTEM:
        return Message(f"errors/{errno.errorcode[error.errno].lower()}", os.strerror(error.errno))
    return error.strerror or str(error)
