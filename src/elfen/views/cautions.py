"""What may be said of a legal action before it is taken: warnings, and what it brings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from elfen.declare import Action, Caution, Warned
from elfen.kernel import blaming
from elfen.text import Words, plain

if TYPE_CHECKING:
    from elfen.declare.given import View


def cautions(view: View, action: Action) -> tuple[Warned, ...]:
    """See `View.cautions`."""
    about = [owned.entry for owned in view.rules.cautions if owned.entry.type is type(action)]
    with blaming(view.rules):
        return tuple(_warned(view, action, about))


def _warned(view: View, action: Action, cautions: Iterable[Caution]) -> Iterator[Warned]:
    for caution in cautions:
        values = caution.warns(view, action)
        if values is not None:
            text = Words(view.rules).filled(caution.text, values, caution.means)
            yield Warned(caution.name, dict(values), text)


def brings(view: View, action: Action) -> str:
    """See `View.brings`."""
    with blaming(view.rules):
        for owned in view.rules.action_types:
            if owned.entry.type is type(action) and owned.entry.brings is not None:
                return owned.entry.brings(view, action, Words(view.rules))
    return ""


def cautions_data(view: View) -> dict[str, Any]:
    """The cautions about all legal actions as plain data, by the notation of the action."""
    found = {str(action): cautions(view, action) for action in view.legal_actions}
    return {
        action: [{"name": one.name, "values": plain(one.values), "text": one.text} for one in said]
        for action, said in found.items()
        if said
    }
