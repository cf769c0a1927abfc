"""Labels: what people call the zones and slots of a ruleset, no two of them alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from elfen.declare import Slot, Zone, named

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset


class Labels:
    """The labels of one ruleset, by the name of the zone or slot: `rules.once(Labels)`.

    A declared label comes before a name. What would still be called like another thing is told
    apart by its plugin, or else by its whole name.
    """

    def __init__(self, rules: Ruleset) -> None:
        things: dict[str, Slot[Any] | Zone] = {**rules.slots, **rules.layout.zones}
        labels = {name: str(getattr(thing, "label", "")) for name, thing in things.items()}
        said = {name: label or spaced(name) for name, label in labels.items()}
        declared = Counter(labels.values())
        often = Counter(said.values())
        self.of = {
            name: label
            if often[label] == 1 or (labels[name] and declared[label] == 1)
            else f"{label} ({name.partition('/')[0]})"
            for name, label in said.items()
        }
        often = Counter(self.of.values())
        for name, label in self.of.items():
            if often[label] > 1:
                self.of[name] = f"{said[name]} ({name})"
        self._said = said

    def told(self, name: str, say: Callable[[str], str]) -> str:
        """The label of a zone or slot, in the words of `say`; raises `ElfenError` for no name."""
        label = named("zone or slot of these rules", name, self._said)
        return self.of[name].replace(label, say(label), 1)


def spaced(name: str) -> str:
    """A name without the plugin's, in words."""
    return name.rpartition("/")[2].replace("-", " ").replace("_", " ")
