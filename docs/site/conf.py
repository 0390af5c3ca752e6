# The guide and the Python reference. ./run docs calls Sphinx with the project's folder as its source.
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root / "build/package/python"))

project = "gntp"
author = "the developers of gntp"
version = release = re.search(r'GNTP_VERSION "([^"]+)"', (root / "include/gntp/version.h").read_text())[1]
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
include_patterns = ["*.md", "docs/*.md", "docs/notebook/*.md", "docs/site/*.md", "examples/embed/README.md",
                    "data/*/README.md"]
root_doc = "docs/site/index"
myst_heading_anchors = 4
html_theme = "alabaster"
html_theme_options = {"page_width": "min(72em, 100%)", "body_max_width": "none"}
autodoc_member_order = "bysource"
autodoc_typehints = "description"
