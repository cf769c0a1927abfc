"""The mutants of a module: its source with one small thing changed.

Texts are left alone, and so are annotations, decorators, asserts, and what only a type checker
reads. Changes: comparisons, arithmetic, `and` and `or`, conditions (the other way
round), whole numbers (one more), True and False, min and max, any and all; and statements are
left out, and results are None.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import Any

from attrs import frozen

OTHER: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Add,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
OTHER_NAME = {"min": "max", "max": "min", "any": "all", "all": "any"}
LEFT_OUT = (ast.Expr, ast.AugAssign, ast.Raise, ast.Continue, ast.Break, ast.Delete)
#: Arguments that guard against slips, and version numbers: they are no rules of any game.
IDLE = {"strict", "rules_version", "api", "kw_only"}
UNREAD = {"annotation", "returns", "decorator_list", "type_params"}


@frozen
class Mutant:
    """One change: its place, the old text and the new.

    `lines` are the lines of the change, `statement` those of the statement around it.
    An `idle` one has no effect on rules: it is in an argument of `IDLE`, or None for False.
    """

    number: int
    lines: range
    statement: range
    before: str
    after: str
    idle: bool

    @property
    def told(self) -> str:
        """The change as one line."""
        return f"line {self.lines.start}: {self.before} -> {self.after}"


def mutants(source: str) -> list[Mutant]:
    """All mutants of a source, in source order."""
    tree = ast.parse(source)
    idle = [one.value for one in ast.walk(tree) if isinstance(one, ast.keyword) and one.arg in IDLE]
    return [
        Mutant(
            number,
            _lines(old),
            range(stmt.lineno, old.end_lineno + 1),
            _told(old),
            _told(new),
            any(old is one for one in idle) or _still_false(old, new),
        )
        for number, (stmt, old, new) in enumerate(_changes(tree))
    ]


def mutated(source: str, number: int) -> ast.Module:
    """The tree of a source with the mutant of this number applied."""
    tree = ast.parse(source)
    _, old, new = list(_changes(tree))[number]
    ast.copy_location(new, old)
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, field, new)
            elif isinstance(value, list):
                value[:] = [new if child is old else child for child in value]
    return ast.fix_missing_locations(tree)


def _still_false(old: ast.AST, new: ast.AST) -> bool:
    """Whether False is returned as None, which is as good wherever a condition is asked for."""
    return isinstance(new, ast.Return) and ast.unparse(old) == "return False"


def _lines(node: Any) -> range:
    return range(node.lineno, node.end_lineno + 1)


def _told(node: ast.AST) -> str:
    text = "(nothing)" if isinstance(node, ast.Pass) else " ".join(ast.unparse(node).split())
    return text if len(text) <= 60 else text[:57] + "..."


def _changes(tree: ast.Module) -> Iterator[tuple[ast.stmt, Any, ast.AST]]:
    """The statement, the node in it that changes, and its replacement."""
    for stmt, node in _nodes(tree, None):
        for old, new in _instead(node):
            yield stmt, old, new


def _nodes(node: ast.AST, stmt: ast.stmt | None) -> Iterator[tuple[ast.stmt, Any]]:
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if field in UNREAD or not isinstance(child, ast.AST) or _left_alone(child):
                continue
            inside = child if isinstance(child, ast.stmt) else stmt
            assert inside is not None
            yield inside, child
            yield from _nodes(child, inside)


def _left_alone(node: ast.AST) -> bool:
    if isinstance(node, (ast.JoinedStr, ast.Assert, ast.Import, ast.ImportFrom)):
        return True
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return True
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _instead(node: Any) -> Iterator[tuple[Any, ast.AST]]:
    """All changes of one node or of a part of it, each as old and new."""
    new = copy.deepcopy(node)
    tests = getattr(node, "ifs", [node.test] if hasattr(node, "test") else [])
    match node:
        case ast.Compare():
            for n, operator in enumerate(node.ops):
                new = copy.deepcopy(node)
                new.ops[n] = OTHER[type(operator)]()
                yield node, new
        case ast.BinOp() | ast.BoolOp() | ast.AugAssign() if type(node.op) in OTHER:
            new.op = OTHER[type(node.op)]()
            yield node, new
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node, new.operand
        case ast.Constant(value=bool()):
            yield node, ast.Constant(not node.value)
        case ast.Constant(value=int(number)):
            yield node, ast.Constant(number + 1)
        case ast.Name(ctx=ast.Load()) if node.id in OTHER_NAME:
            yield node, ast.Name(OTHER_NAME[node.id], ast.Load())
        case ast.Return(value=ast.expr()) if ast.unparse(node) != "return None":
            yield node, ast.Return(ast.Constant(None))
    for test in tests:
        if not isinstance(test, (ast.Compare, ast.BoolOp, ast.UnaryOp)):
            yield test, ast.UnaryOp(ast.Not(), copy.deepcopy(test))
    if isinstance(node, LEFT_OUT):
        yield node, ast.Pass()
