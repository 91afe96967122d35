"""Sphinx settings: the pages are MyST markdown, the theme is furo, and the build treats warnings as errors."""

project = "parlour"
html_title = "parlour"
html_show_copyright = False

extensions = ["myst_parser"]
myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
exclude_patterns = ["_build"]
nitpicky = True

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["parlour.css"]
