"""From plugins to a ruleset: hooks are called once, lists arranged, everything checked."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import attrs

from elfen.actions import FIELD_TYPES, Action, ActionType, Decision, Restriction
from elfen.advice import Advice
from elfen.board import Board, load_board
from elfen.chance import CompiledDraw, CompiledRoll, Draw, Roll
from elfen.costs import LAYERS, CostTerm
from elfen.crossings import Quotes
from elfen.discovery import Hooks, Plugin, from_recipe, load, recipe_of
from elfen.errors import RulesetError
from elfen.invariants import Invariant
from elfen.kinds import Kind, Pieces, Stock
from elfen.layout import Layout
from elfen.lists import Entry, Owned, Removal, Remove, arrange
from elfen.manifest import Option, OptionValue, Preset
from elfen.notation import Notation
from elfen.ruleset import Recipe, Ruleset
from elfen.scoring import Ending, Ranking, ScoreLine, TieBreak, best_total_first
from elfen.state import Slot
from elfen.steps import Phase, SetupStep, Step
from elfen.terrain import Terrain
from elfen.zones import RouteZone, SeatZone, TableZone, Visibility, Zone

T = TypeVar("T")
E = TypeVar("E", bound=Entry)

CORE = "core"


def compile_ruleset(
    edition: str | None = None,
    expansions: Iterable[str | object] = (),
    options: Mapping[str, OptionValue] | None = None,
    board: Board | str | Path | None = None,
    base: str | object = "land",
) -> Ruleset:
    """Compile the rules of a game.

    `edition` names a preset of the base game (None: its first). `expansions` are names of
    installed plugins or plugin objects, in any order. `options` are by `name` or
    `plugin.name`. `board` is a board or the path of a board file, instead of the usual one.
    `base` is the game itself. Raises `RulesetError` (and `BoardError`), saying what is wrong
    and what to do.
    """
    if isinstance(expansions, str):
        expansions = (expansions,)
    modules = [load(one) if isinstance(one, str) else one for one in (base, *expansions)]
    for n, module in enumerate(modules):
        if any(module is other for other in modules[:n]):
            raise RulesetError(f"expansion {getattr(module, '__name__', module)} is chosen twice")
    if isinstance(board, (str, Path)):
        board = load_board(board)
    hooks = Hooks(modules)
    recipe = Recipe(
        tuple(recipe_of(module) for module in modules), edition, dict(options or {}), board
    )
    base_name = next(p.name for p in hooks.plugins if p.module is modules[0])
    return _Compiler(hooks, recipe, base_name).compile()


def compile_recipe(recipe: Recipe) -> Ruleset:
    """The ruleset that a recipe describes; what a pickled ruleset does on arrival."""
    base, *expansions = [from_recipe(module) for module in recipe.modules]
    return compile_ruleset(recipe.edition, expansions, recipe.options, recipe.board, base)


class _Compiler:
    """One compilation. Each stage sets attributes of the ruleset in the making."""

    def __init__(self, hooks: Hooks, recipe: Recipe, base: str) -> None:
        self.hooks = hooks
        self.recipe = recipe
        self.base = base
        self.rules = Ruleset(recipe)
        self.rules.plugins = hooks.plugins

    def compile(self) -> Ruleset:
        rules = self.rules
        self.options()
        self.players()
        self.board()
        self.pieces()
        self.costs()
        self.steps()
        self.chance()
        self.decisions()
        self.scores()
        rules.finish()
        return rules

    # Stages ----------------------------------------------------------------------------

    def options(self) -> None:
        declared: dict[tuple[str, str], Option] = {}
        for plugin in self.hooks.plugins:
            for option in plugin.manifest.options:
                declared[plugin.name, option.name] = option
        values = {key: option.default for key, option in declared.items()}
        preset = self.preset()
        for name, value in (preset.options if preset else {}).items():
            values[self.base, name] = declared[self.base, name].accept(value)
        for text, value in sorted(self.recipe.options.items()):
            key = find_option(text, declared)
            values[key] = declared[key].accept(value)
        self.rules.options = declared
        self.rules.option_values = values
        self.rules.edition = preset.name if preset else None

    def preset(self) -> Preset | None:
        manifest = next(p.manifest for p in self.hooks.plugins if p.name == self.base)
        wanted = self.recipe.edition
        if wanted is None:
            return manifest.presets[0] if manifest.presets else None
        for preset in manifest.presets:
            if preset.name == wanted:
                return preset
        known = ", ".join(preset.name for preset in manifest.presets) or "none"
        raise RulesetError(f"no edition {wanted!r} of {self.base!r}; there are: {known}")

    def players(self) -> None:
        ranges = [p.manifest.players for p in self.hooks.plugins if p.manifest.players]
        self.rules.fewest_players = max((fewest for fewest, _ in ranges), default=1)
        self.rules.most_players = min((most for _, most in ranges), default=1)
        if not 1 <= self.rules.fewest_players <= self.rules.most_players:
            raise RulesetError("the chosen plugins have no number of players in common")

    def board(self) -> None:
        rules = self.rules
        terrains: dict[str, tuple[Terrain, str]] = {}
        boards: dict[str, tuple[Plugin, Board]] = {}
        for plugin in self.hooks.plugins:
            for given in self.hooks.call("elfen_board", plugin, rules=rules):
                boards[plugin.name] = (plugin, self.typed(plugin, "elfen_board", given, Board))
            for terrain in self.results("elfen_terrains", plugin, Terrain):
                other, owner = terrains.setdefault(terrain.id, (terrain, plugin.name))
                if other != terrain:
                    raise RulesetError(
                        f"plugins {owner!r} and {plugin.name!r} both add terrain {terrain.id!r};"
                        " rename one of them"
                    )
        rules.terrains = {id: terrain for id, (terrain, _) in sorted(terrains.items())}
        rules.board = self.recipe.board or self.choose_board(boards)
        for route in rules.board.routes:
            if route.terrain not in rules.terrains:
                raise RulesetError(
                    f"board {rules.board.name!r}: route {route.id!r} has terrain"
                    f" {route.terrain!r}; the rules know: {', '.join(rules.terrains)}"
                )

    def choose_board(self, boards: dict[str, tuple[Plugin, Board]]) -> Board:
        replaced: set[str] = set()
        for plugin, _ in boards.values():
            replaced |= self.required_by(plugin)
        left = [name for name in boards if name not in replaced]
        if not left:
            raise RulesetError("no chosen plugin brings a board, and none was given")
        if len(left) > 1:
            raise RulesetError(
                f"plugins {left[0]!r} and {left[1]!r} both bring a board; choose one of them,"
                " or give board="
            )
        return boards[left[0]][1]

    def required_by(self, plugin: Plugin) -> set[str]:
        by_name = {p.name: p for p in self.hooks.plugins}
        found: set[str] = set()
        queue = list(plugin.manifest.requires)
        while queue:
            name = queue.pop()
            if name not in found:
                found.add(name)
                queue += by_name[name].manifest.requires
        return found

    def pieces(self) -> None:
        rules = self.rules
        kinds: dict[tuple[str, str], tuple[Kind, str]] = {}
        zones: dict[str, tuple[Zone, str]] = {}
        for plugin in self.hooks.plugins:
            for kind in self.results("elfen_kinds", plugin, Kind):
                other, owner = kinds.setdefault((kind.group.name, kind.id), (kind, plugin.name))
                if other is not kind:
                    raise RulesetError(
                        f"plugins {owner!r} and {plugin.name!r} both add the {kind.group.noun}"
                        f" {kind.id!r}; rename one of them"
                    )
        rules.kind_owner = {kind: owner for kind, owner in kinds.values()}
        rules.layout = Layout([kind for kind, _ in kinds.values()], ())
        for plugin in self.hooks.plugins:
            for zone in self.results("elfen_zones", plugin, (TableZone, SeatZone, RouteZone)):
                self.own_name(plugin, zone.name)
                _, owner = zones.setdefault(zone.name, (zone, plugin.name))
                if zones[zone.name][0] is not zone:
                    raise RulesetError(
                        f"plugins {owner!r} and {plugin.name!r} both add zone {zone.name!r};"
                        " rename one of them"
                    )
                if not isinstance(zone.visibility, Visibility):
                    raise RulesetError(
                        f"plugin {plugin.name!r}: zone {zone.name!r} has no visibility; give it"
                        " PUBLIC, OWNER or HIDDEN"
                    )
                if isinstance(zone, TableZone) and zone.visibility is Visibility.OWNER:
                    raise RulesetError(
                        f"plugin {plugin.name!r}: zone {zone.name!r} lies on the table and has no"
                        " owner; make it PUBLIC or HIDDEN, or a SeatZone"
                    )
        rules.zone_owner = {name: owner for name, (_, owner) in zones.items()}
        rules.layout = Layout(rules.layout.kinds, [zone for zone, _ in zones.values()])
        for zone, owner in zones.values():
            ids = [kind.id for kind in rules.layout.kinds_of(zone)]
            if len(ids) != len(set(ids)):
                twice = next(id for id in ids if ids.count(id) > 1)
                raise RulesetError(
                    f"plugin {owner!r}: zone {zone.name!r} holds two kinds called {twice!r}"
                )
            if isinstance(zone, SeatZone) and zone.pays_into is not None:
                if zone.pays_into.holds != zone.holds:
                    raise RulesetError(
                        f"plugin {owner!r}: zone {zone.name!r} pays into"
                        f" {zone.pays_into.name!r}, which does not hold the same groups"
                    )
        self.visibility()
        rules.stock = self.arranged("elfen_components", Stock)
        for owned in rules.stock:
            stock = owned.entry
            for kind in stock.kinds:
                if kind not in rules.kind_owner or stock.zone.name not in rules.layout.zones:
                    raise RulesetError(
                        f"plugin {owned.plugin!r}: {stock.name!r} puts {kind.id!r} into"
                        f" {stock.zone.name!r}, but no chosen plugin adds the one or the other"
                    )
                if kind not in rules.layout.kinds_of(stock.zone):
                    raise RulesetError(
                        f"plugin {owned.plugin!r}: {stock.name!r} puts {kind.id!r} into"
                        f" {stock.zone.name!r}, which does not hold {kind.group.name!r}"
                    )
            if stock.count < 0 or isinstance(stock.zone, RouteZone):
                raise RulesetError(
                    f"plugin {owned.plugin!r}: {stock.name!r} needs a count of 0 or more and a"
                    " zone of the table or of the seats"
                )
        slots: dict[str, tuple[Slot[Any], str]] = {}
        for plugin in self.hooks.plugins:
            for slot in self.results("elfen_slots", plugin, Slot):
                self.own_name(plugin, slot.name)
                self.declares_visibility(plugin, slot)
                if slots.setdefault(slot.name, (slot, plugin.name))[0] is not slot:
                    raise RulesetError(f"plugin {plugin.name!r}: two slots {slot.name!r}")
        rules.slots = {name: slot for name, (slot, _) in slots.items()}
        rules.slot_owner = {name: owner for name, (_, owner) in slots.items()}

    def visibility(self) -> None:
        rules = self.rules
        rules.visibility = {name: zone.visibility for name, zone in rules.layout.zones.items()}
        for plugin in self.hooks.plugins:
            for given in self.hooks.call("elfen_visibility", plugin, rules=rules):
                for name, visibility in self.typed(
                    plugin, "elfen_visibility", given, Mapping
                ).items():
                    zone = rules.layout.zones.get(name)
                    if zone is None or isinstance(zone, RouteZone):
                        raise RulesetError(
                            f"plugin {plugin.name!r}: elfen_visibility names {name!r}; it can be"
                            f" one of {', '.join(rules.visibility)}, but no zone of the routes"
                        )
                    rules.visibility[name] = rules.visibility[name].stricter(visibility)

    def declares_visibility(self, plugin: Plugin, slot: Slot[Any]) -> None:
        if slot.visibility is not None:
            return
        fields = attrs.fields(slot.type) if attrs.has(slot.type) else ()
        bare = [f.name for f in fields if "elfen.visibility" not in f.metadata]
        if bare or not fields:
            what = f"field {bare[0]!r} of slot {slot.name!r}" if bare else f"slot {slot.name!r}"
            raise RulesetError(
                f"plugin {plugin.name!r}: {what} has no visibility; declare it with"
                " shown(PUBLIC), shown(OWNER) or shown(HIDDEN), or give the slot one"
            )

    def costs(self) -> None:
        rules = self.rules
        entries, removals = self.contributions("elfen_move_cost", CostTerm)
        layers = self.grouped("move cost", entries, removals, type)
        terms = [owned for layer in LAYERS for owned in layers.get(layer, ())]
        rules.cost_terms = tuple(terms)
        for owned in terms:
            self.callables(owned, {"ways": None, "extra": 2, "fee": 2, "allows": 2})
            unknown = set(owned.entry.depends_on) - {"route", "seat", "state"}
            if unknown or not owned.entry.depends_on:
                raise RulesetError(
                    f"plugin {owned.plugin!r}: {owned.entry.name!r} depends on"
                    f" {owned.entry.depends_on!r}; use some of 'route', 'seat', 'state'"
                )
        rules.quotes = Quotes(rules, terms)

    def steps(self) -> None:
        rules = self.rules
        lists: dict[str, tuple[Owned[SetupStep | Phase | Step], ...]] = {}
        setup = self.arranged("elfen_setup", SetupStep)
        phases = self.arranged("elfen_phases", Phase)
        lists["setup"] = tuple(setup)
        lists["round"] = tuple(phases)
        entries, removals = self.contributions("elfen_steps", Step)
        for reserved, instead in (("setup", "SetupStep"), ("round", "Phase")):
            if any(one.entry.of == reserved for one in entries):
                raise RulesetError(f"a step of {reserved!r} is a {instead}, not a Step")
        lists.update(self.grouped("steps", entries, removals, lambda step: step.of))  # type: ignore[arg-type]
        for owned in (one for procedure in lists.values() for one in procedure):
            self.callables(owned, {"do": 2 if isinstance(owned.entry, Step) else 1})
        rules.procedures = lists
        rules.set_steps(lists)

    def chance(self) -> None:
        rules = self.rules
        rules.draws = {}
        rules.rolls = {}
        rules.chances = self.arranged("elfen_chance", (Draw, Roll))
        for owned in rules.chances:
            entry = owned.entry
            if isinstance(entry, Draw):
                for zone in (entry.source, entry.target):
                    if rules.layout.zones.get(zone.name) is not zone:
                        raise RulesetError(
                            f"plugin {owned.plugin!r}: {entry.name!r} uses zone {zone.name!r},"
                            " which no chosen plugin adds"
                        )
                if entry.source.holds != entry.target.holds:
                    raise RulesetError(
                        f"plugin {owned.plugin!r}: {entry.name!r} draws from"
                        f" {entry.source.name!r} to {entry.target.name!r}, which do not hold the"
                        " same groups"
                    )
                compiled: CompiledDraw | CompiledRoll = CompiledDraw.of(entry, rules.layout)
            else:
                self.callables(owned, {"faces": 2, "apply": 3})
                compiled = CompiledRoll(entry)
            for name in self.names_of(owned):
                rules.set_chance(name, compiled)

    def decisions(self) -> None:
        rules = self.rules
        rules.decisions = self.arranged("elfen_decisions", Decision)
        types = self.arranged("elfen_actions", ActionType)
        restrictions = self.arranged("elfen_restrictions", Restriction)
        by_class: dict[type[Action], Owned[Any]] = {}
        for owned in types:
            self.callables(
                owned, {"legal": 2, "check": 3, "apply": 3, "domain": 0, "public": 1, "offered": 2}
            )
            self.notation_of(owned)
            other = by_class.setdefault(owned.entry.type, owned)
            if other is not owned:
                raise RulesetError(
                    f"plugins {other.plugin!r} and {owned.plugin!r} both declare how"
                    f" {owned.entry.type.__name__} works; use replaces="
                )
            for name in owned.entry.at:
                if name not in {n for d in rules.decisions for n in self.names_of(d)}:
                    raise RulesetError(
                        f"plugin {owned.plugin!r}: {owned.entry.name!r} answers {name!r}, which is"
                        " no decision; there are:"
                        f" {', '.join(d.entry.name for d in rules.decisions)}"
                    )
        for restriction in restrictions:
            self.callables(restriction, {"forbids": 3})
            if restriction.entry.type not in by_class:
                raise RulesetError(
                    f"plugin {restriction.plugin!r}: {restriction.entry.name!r} restricts"
                    f" {restriction.entry.type.__name__}, which nobody declares"
                )
        rules.restrictions = restrictions
        for owned_decision in rules.decisions:
            self.callables(owned_decision, {"at_most": 2})
        rules.set_actions(types, {d.entry.name: self.names_of(d) for d in rules.decisions})
        rules.notation = Notation(tuple(owned.entry.type for owned in types))

    def notation_of(self, owned: Owned[ActionType[Any]]) -> None:
        cls = owned.entry.type
        where = f"plugin {owned.plugin!r}: action {getattr(cls, '__name__', cls)!r}"
        if not (inspect.isclass(cls) and issubclass(cls, Action) and attrs.has(cls)):
            raise RulesetError(f"{where} has to be a frozen attrs class based on Action")
        if not isinstance(getattr(cls, "verb", None), str):
            raise RulesetError(f"{where} has no verb; give it one for its notation")
        attrs.resolve_types(cls)
        for n, attribute in enumerate(attrs.fields(cls)):
            last = n == len(attrs.fields(cls)) - 1
            if attribute.type not in FIELD_TYPES or (attribute.type is Pieces and not last):
                raise RulesetError(
                    f"{where}: field {attribute.name!r} is {attribute.type!r}; it may be str or"
                    " int, and the last one Pieces"
                )

    def scores(self) -> None:
        rules = self.rules
        rules.ending_list = self.arranged("elfen_endings", Ending)
        rules.endings = tuple(owned.entry for owned in rules.ending_list)
        rules.score_lines = self.arranged("elfen_scoring", ScoreLine)
        rules.tie_breaks = self.arranged("elfen_tie_breaks", TieBreak)
        core = Owned(
            Ranking(
                "core/ranking", best_total_first, text="highest total, then tie-breaks in order"
            ),
            CORE,
            rank=-1,
        )
        rules.ranking_list = self.arranged("elfen_ranking", Ranking, core)
        if len(rules.ranking_list) != 1:
            names = ", ".join(repr(o.entry.name) for o in rules.ranking_list)
            raise RulesetError(f"there can be one ranking, not {names}; use replaces=")
        rules.invariants = self.arranged("elfen_invariants", Invariant)
        rules.advice = self.arranged("elfen_advice", Advice)
        for owned in (
            *rules.ending_list,
            *rules.score_lines,
            *rules.tie_breaks,
            *rules.ranking_list,
            *rules.invariants,
            *rules.advice,
        ):
            self.callables(
                owned,  # type: ignore[arg-type]
                {
                    "when": 1,
                    "points": 2,
                    "lowest": 1,
                    "highest": 1,
                    "ranks": 2,
                    "problems": 1,
                    "value": 2,
                },
            )

    # Helpers ---------------------------------------------------------------------------

    def results(self, hook: str, plugin: Plugin, kind: type[T] | tuple[type[T], ...]) -> list[T]:
        out: list[T] = []
        for given in self.hooks.call(hook, plugin, rules=self.rules):
            if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
                raise RulesetError(
                    f"plugin {plugin.name!r}: {hook} has to return a list, not {given!r}"
                )
            out += [self.typed(plugin, hook, one, kind) for one in given]
        return out

    def typed(
        self, plugin: Plugin, hook: str, given: object, kind: type[T] | tuple[type[T], ...]
    ) -> T:
        if isinstance(given, kind):
            return given
        kinds = kind if isinstance(kind, tuple) else (kind,)
        raise RulesetError(
            f"plugin {plugin.name!r}: {hook} has to give"
            f" {' or '.join(k.__name__ for k in kinds)}, not {given!r}"
        )

    def contributions(
        self, hook: str, kind: type[E] | tuple[type[E], ...]
    ) -> tuple[list[Owned[E]], list[Removal]]:
        entries: list[Owned[E]] = []
        removals: list[Removal] = []
        kinds = kind if isinstance(kind, tuple) else (kind,)
        for plugin in self.hooks.plugins:
            for n, given in enumerate(self.results(hook, plugin, (*kinds, Remove))):
                if isinstance(given, Remove):
                    removals.append(Removal(given.name, plugin.name))
                    continue
                self.own_name(plugin, given.name)
                entries.append(Owned(given, plugin.name, plugin.rank, n))
        return entries, removals

    def arranged(
        self, hook: str, kind: type[E] | tuple[type[E], ...], *core: Owned[E]
    ) -> tuple[Owned[E], ...]:
        entries, removals = self.contributions(hook, kind)
        return arrange(hook.removeprefix("elfen_"), [*core, *entries], removals)

    def grouped(
        self,
        title: str,
        entries: Sequence[Owned[E]],
        removals: Sequence[Removal],
        group: Callable[[E], T],
    ) -> dict[T, tuple[Owned[E], ...]]:
        """One arranged list for each group of entries; a removal goes to its entry's list."""
        groups: dict[T, list[Owned[E]]] = {}
        for one in entries:
            groups.setdefault(group(one.entry), []).append(one)
        known = {one.entry.name for one in entries}
        for removal in removals:
            if removal.name not in known:
                arrange(title, entries, [removal])
        out: dict[T, tuple[Owned[E], ...]] = {}
        for key, mine in groups.items():
            names = {one.entry.name for one in mine}
            label = f"{title}, {getattr(key, '__name__', key)}"
            out[key] = arrange(label, mine, [r for r in removals if r.name in names])
        return out

    def own_name(self, plugin: Plugin, name: str) -> None:
        if name != plugin.name and not name.startswith(plugin.name + "/"):
            raise RulesetError(
                f"plugin {plugin.name!r}: the name {name!r} has to begin with '{plugin.name}/'"
            )

    def names_of(self, owned: Owned[Any]) -> tuple[str, ...]:
        """The entry's own name, and those of the entries whose place it took."""
        names = [owned.entry.name]
        while owned.replaced is not None:
            owned = owned.replaced
            names.append(owned.entry.name)
        return tuple(names)

    def callables(self, owned: Owned[E], arity: Mapping[str, int | None]) -> None:
        """Check that the entry's functions are functions and take what they will be given."""
        for name, count in arity.items():
            if not hasattr(owned.entry, name):
                continue
            function = getattr(owned.entry, name)
            if function is None and name == "offered":
                continue
            if name == "ways":
                count = 1 if type(owned.entry) is LAYERS[0] else 2
            check_callable(
                f"plugin {owned.plugin!r}: {owned.entry.name!r}, {name}", function, count
            )


def check_callable(where: str, function: object, arguments: int | None) -> None:
    """Raise `RulesetError` unless `function` can be called with so many arguments."""
    if not callable(function):
        raise RulesetError(f"{where}: {function!r} is not a function")
    try:
        inspect.signature(function).bind(*[None] * (arguments or 0))
    except TypeError:
        raise RulesetError(
            f"{where}: the function has to take {arguments} argument{'s' * (arguments != 1)}"
        ) from None
    except ValueError:
        return


def find_option(text: str, declared: Mapping[tuple[str, str], Option]) -> tuple[str, str]:
    """The (plugin, option) that `name` or `plugin.name` means; raises `RulesetError`."""
    plugin, dot, name = text.rpartition(".")
    found = [key for key in declared if key[1] == name and (not dot or key[0] == plugin)]
    if len(found) == 1:
        return found[0]
    if found:
        full = ", ".join(".".join(key) for key in found)
        raise RulesetError(f"option {text!r} could be {full}; say which")
    known = ", ".join(sorted(".".join(key) for key in declared)) or "none"
    raise RulesetError(f"no option {text!r}; there are: {known}")
