"""How Sphinx builds the manual: `sphinx-build -W docs site`, without a network."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "elfen"
author = "the authors of elfen"
html_title = "elfen"
html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["manual.css"]
html_copy_source = False
html_show_copyright = False
html_theme_options = {"navigation_with_keys": True}

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sources",
    "clauses",
    "pictures",
    "plain_docstrings",
]
exclude_patterns = ["_ext"]
highlight_language = "text"

myst_heading_anchors = 4
myst_links_external_new_tab = False

toc_object_entries_show_parents = "hide"
add_module_names = False
autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
autodoc_class_signature = "mixed"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 80
