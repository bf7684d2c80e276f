"""The site: `sphinx-build -W -b html docs build/site`, with the extra `docs` installed."""

from tractor import __version__

project = "tractor"
author = "the tractor developers"
release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
html_theme = "furo"
html_title = f"tractor {release}"
exclude_patterns = ["_build"]

# Headings are link targets, as on the pages where the sources are read.
myst_heading_anchors = 4
# Links out of docs/ lead to files of the sources, which the site does not have.
suppress_warnings = ["myst.xref_missing", "myst.header"]

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
napoleon_use_rtype = False
napoleon_use_ivar = True
