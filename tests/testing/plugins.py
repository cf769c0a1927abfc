"""Small plugins, as source text, to install in a folder."""

from __future__ import annotations

MOTH = '''
"""A moth eats a card at the end of every turn."""
from elfen.land import HAND, TURN
from elfen.plugin import Manifest, Step, hookimpl

@hookimpl
def elfen_manifest():
    return Manifest("moth", rules_version=1, api=1, requires=("land",), help="eats cards")

def eat(table, item):
    index = table.rules.layout.index(HAND, item.seat)
    counts = list(table.zones[index])
    if any(counts):
        counts[counts.index(max(counts))] -= 1
    table.zones[index] = tuple(counts)

@hookimpl
def elfen_steps(rules):
    return [Step("moth/eat", eat, of=TURN, after="land/hand-limit")]
'''
