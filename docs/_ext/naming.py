"""What a module defines, by the names that pages use."""

from __future__ import annotations

import ast


def definitions(text: str) -> dict[str, int]:
    """The line of everything that a module defines, by name; methods as `Class.method`."""
    lines: dict[str, int] = {}

    def note(body: list[ast.stmt], within: str) -> None:
        for one in body:
            if isinstance(one, (ast.ClassDef, ast.FunctionDef)):
                lines[within + one.name] = one.lineno
                if isinstance(one, ast.ClassDef):
                    note(one.body, f"{within}{one.name}.")
            elif isinstance(one, (ast.Assign, ast.AnnAssign)):
                targets = one.targets if isinstance(one, ast.Assign) else [one.target]
                for target in targets:
                    names = target.elts if isinstance(target, ast.Tuple) else [target]
                    for name in names:
                        if isinstance(name, ast.Name):
                            lines[within + name.id] = one.lineno

    note(ast.parse(text).body, "")
    return lines


def named(link: str, text: str) -> str | None:
    """The definition of a module's text that the text of a link names, if it names one."""
    found = definitions(text)
    parts = link.split(".")
    choices = (".".join(parts[n:]) for n in range(len(parts)))
    return next((choice for choice in choices if choice in found), None)
