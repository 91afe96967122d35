"""The HTTP part described by its own types, as OpenAPI 3.1."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import msgspec

import parlour
from parlour.server.http import Trouble
from parlour.server.replay import FrameRange, Frames

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.server.http import Endpoint

REFERENCE: Final = "#/components/schemas/{name}"
TROUBLES: Final = (400, 401, 404, 409, 413, 429, 503, 507)


def openapi(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """Describe every endpoint."""
    types = [kind for endpoint in endpoints for kind in (endpoint.body, endpoint.reply) if kind not in (None, bytes)]
    schemas, components = msgspec.json.schema_components([*types, Trouble, FrameRange, Frames], ref_template=REFERENCE)
    known = dict(zip(map(str, types), schemas, strict=False))
    trouble, frame_range, frames = schemas[-3:]
    fields = components[frame_range["$ref"].rpartition("/")[2]]["properties"]
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        reply = frames if endpoint.query else known.get(str(endpoint.reply))
        operation = described(endpoint, known.get(str(endpoint.body)), reply, trouble)
        operation["parameters"] = [
            *path_parameters(endpoint.path),
            *({"name": name, "in": "query", "schema": fields[name]} for name in endpoint.query),
        ]
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "parlour", "version": parlour.__version__},
        "paths": paths,
        "components": {"schemas": components},
    }


def described(endpoint: Endpoint, body: Any, reply: Any, trouble: Any) -> dict[str, Any]:
    """Describe one endpoint, but for its parameters."""
    good: dict[str, Any] = {"description": endpoint.about}
    if reply is not None:
        good["content"] = {"application/json": {"schema": reply}}
    elif endpoint.path.endswith("/log"):
        good["content"] = {"application/x-ndjson": {"schema": {"type": "string"}}}
    bad = {"description": "refused", "content": {"application/json": {"schema": trouble}}}
    operation: dict[str, Any] = {
        "summary": endpoint.about,
        "responses": {str(endpoint.status): good, **{str(status): bad for status in TROUBLES}},
    }
    if endpoint.body is bytes:
        operation["requestBody"] = {"content": {"application/x-ndjson": {"schema": {"type": "string"}}}}
    elif body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return operation


def path_parameters(path: str) -> list[dict[str, Any]]:
    """Describe what stands in a path."""
    schema = {"type": "string", "pattern": "^[A-Za-z0-9]+$", "maxLength": 32}
    return [{"name": name, "in": "path", "required": True, "schema": schema} for name in re.findall(r"{(\w+)}", path)]
