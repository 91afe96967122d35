"""Sphinx settings: the pages are MyST markdown, the theme is furo, and the build treats warnings as errors."""

project = "parlour"
html_title = "parlour"
html_show_copyright = False

extensions = ["myst_parser", "sphinx.ext.autodoc"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
exclude_patterns = ["_build"]
nitpicky = True

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["parlour.css"]
