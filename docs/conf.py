"""Sphinx settings: MyST markdown, the furo theme, an API reference from docstrings; warnings are errors."""

project = "parlour"
html_title = "parlour"
html_show_copyright = False

extensions = ["myst_parser", "sphinx.ext.autodoc"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 2
exclude_patterns = ["_build"]
nitpicky = True
# Types in signatures are shown as they are written; many have no page to link to.
nitpick_ignore_regex = [("py:class", ".*"), ("py:obj", ".*")]
suppress_warnings = ["ref.python"]  # both games export a State and a View

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["parlour.css"]
