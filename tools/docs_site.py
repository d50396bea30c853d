"""Lets mkdocs make a site of pages that lie where they belong in the repository: in docs/ and elsewhere.

To mkdocs every page is called by its path from the root of the repository, so that the relative links that
work there work on the site too.  What is linked and no part of the site is looked at in the repository.
"""

from __future__ import annotations

import logging
import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent

# Where pages and files go on the site; those in docs/ keep their names.
PLACES = {
    "README.md": "index.html",
    "ARCHITECTURE.md": "architecture/index.html",
    "CHANGELOG.md": "changelog/index.html",
    "CONTRIBUTING.md": "contributing/index.html",
    "SECURITY.md": "reporting/index.html",
    "docs/README.md": "pages/index.html",
    "src/palatine/core/fonts/Alegreya-Medium.ttf": "fonts/Alegreya-Medium.ttf",
    "web/public/favicon.svg": "favicon.svg",
}
RULES = "src/palatine/games/*/rules.md"

LINK = re.compile(r"\]\(([^)#\s]+)(#[^)\s]*)?\)")
NAMED_EXAMPLE = re.compile(r"^(```\w+) \w+$", re.M)
FETCHED = re.compile(r'<(?:script|img|link(?= [^>]*rel="?(?:stylesheet|preconnect)))[^>]*"(?:https?:)?//')

log = logging.getLogger("mkdocs.hooks.docs_site")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """All files by their paths in the repository, and those from elsewhere in it."""
    places = dict(PLACES)
    for rules in ROOT.glob(RULES):
        places[rules.relative_to(ROOT).as_posix()] = f"rules/{rules.parent.name}/index.html"
    result = Files([])
    for file in files:
        if file.src_dir == config.docs_dir:
            places.setdefault(f"docs/{file.src_uri}", file.dest_uri)
        else:
            result.append(file)  # the theme's
    for path, place in places.items():
        result.append(File(path, str(ROOT), config.site_dir, use_directory_urls=True, dest_uri=place))
    return result


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links to what is no part of the site lead to the repository; examples are coloured as sessions.

    The name of what an example is an example of stands behind its language, where tests look for it; mkdocs
    would not take it for an example then.
    """

    def outward(link: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page.file.src_uri), link[1]))
        if "://" in link[1] or files.get_file_from_path(path) or not (ROOT / path).exists():
            return link[0]
        return f"]({config.extra['repository']}/blob/main/{path}{link[2] or ''})"

    markdown = NAMED_EXAMPLE.sub(r"\1", LINK.sub(outward, markdown))
    return markdown.replace("```python\n>>>", "```pycon\n>>>")


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Nothing is fetched from elsewhere when a page is read."""
    for found in FETCHED.findall(output):
        log.warning("%s fetches something from elsewhere: %s", page.file.src_uri, found)
    return output
