"""The files of the page: security headers, caching, compression."""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles

from parlour.server.errors import RefusalError
from parlour.server.http import error_response

if TYPE_CHECKING:
    import os

    from starlette.requests import Request
    from starlette.types import Scope

WEB: Final = Path(__file__).parent / "web"
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Vary": "Accept-Encoding",
}
COMPRESSED: Final = frozenset({".html", ".js", ".css", ".svg", ".webmanifest"})
IMMUTABLE: Final = "public, max-age=31536000, immutable"
"""For assets, whose names change with their contents."""
OK, NOT_FOUND = 200, 404
MISSING: Final = """\
The page is not built; the server itself runs. In a checkout, script/web builds the page.
Where parlour was installed without it: install Node with npm, then install parlour again.
"""


class PageFiles(StaticFiles):
    """The built page; paths that it reads itself get `index`."""

    def __init__(self) -> None:
        super().__init__(directory=WEB, check_dir=False, follow_symlink=True)
        self.config_checked = True  # without a built page the server runs all the same

    async def index(self, request: Request) -> Response:
        """The page itself."""
        return self.index_response(request.scope, OK)

    @staticmethod
    def is_built() -> bool:
        """Whether there is a page to show."""
        return (WEB / "index.html").is_file()

    def index_response(self, scope: Scope, status: int, tags: str = "") -> Response:
        """The page, perhaps with more tags in its head."""
        if not self.is_built():
            return missing()
        path = WEB / "index.html"
        return tagged(path, tags, scope) if tags else self.file_response(path, path.stat(), scope, status)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file; where there is none the page for a browser's address bar, which says so, else an error."""
        try:
            return await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != NOT_FOUND:
                raise
        if "text/html" in Headers(scope=scope).get("accept", ""):
            return self.index_response(scope, NOT_FOUND)
        where = scope["path"]
        return error_response(RefusalError("page/unknown", f"nothing is at {where}", parameters={"path": where}))

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = OK
    ) -> Response:
        """A file, compressed if it is text and the browser accepts that; 304 if the browser has it."""
        path, request = Path(full_path), Headers(scope=scope)
        headers = {**HEADERS, "Cache-Control": IMMUTABLE if path.parent.name == "assets" else "no-cache"}
        response: Response = FileResponse(path, status_code, headers, stat_result=stat_result)
        if path.suffix in COMPRESSED and "gzip" in request.get("accept-encoding", ""):
            headers |= {"Content-Encoding": "gzip", "ETag": response.headers["etag"].removesuffix('"') + '-gzip"'}
            response = Response(compressed(path, stat_result.st_mtime_ns), status_code, headers, response.media_type)
        if status_code == OK and self.is_not_modified(response.headers, request):
            return NotModifiedResponse(response.headers)
        return response


def tagged(path: Path, tags: str, scope: Scope) -> Response:
    """A page with more tags in its head, which depend on the language."""
    content = path.read_text(encoding="utf-8").replace("</head>", f"{tags}</head>", 1).encode()
    headers = {**HEADERS, "Cache-Control": "no-cache", "Vary": "Accept-Encoding, Accept-Language"}
    if "gzip" in Headers(scope=scope).get("accept-encoding", ""):
        content, headers["Content-Encoding"] = gzip.compress(content), "gzip"
    return Response(content, OK, headers, "text/html")


@lru_cache(maxsize=128)
def compressed(path: Path, changed: int) -> bytes:
    """A compressed file, cached until it changes."""
    del changed
    return gzip.compress(path.read_bytes())


def missing() -> Response:
    """What a server without a built page answers."""
    return PlainTextResponse(MISSING, 503)
