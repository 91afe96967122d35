"""The HTTP API described by its own types, as OpenAPI 3.1."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import msgspec

import parlour
from parlour.server.http import LOG_TYPE
from parlour.server.http_types import Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.server.http import Endpoint

REFERENCE: Final = "#/components/schemas/{name}"
ERROR_STATUSES: Final = (400, 401, 403, 404, 409, 413, 429, 501, 503, 507)
Schema = dict[str, Any]


def openapi(endpoints: Sequence[Endpoint]) -> Schema:
    """The whole document."""
    types = dict.fromkeys(kind for each in endpoints for kind in (each.body, each.reply, each.query))
    types = dict.fromkeys([*types, Problem])
    structs = [kind for kind in types if kind not in (None, bytes)]
    schemas, components = msgspec.json.schema_components(structs, ref_template=REFERENCE)
    known = dict(zip(structs, schemas, strict=True))
    paths: dict[str, Schema] = {}
    for endpoint in endpoints:
        query = components[endpoint.query.__name__]["properties"] if endpoint.query else {}
        operation = describe_endpoint(endpoint, known)
        operation["parameters"] = [
            *path_parameters(endpoint.path),
            *({"name": name, "in": "query", "schema": schema} for name, schema in query.items()),
        ]
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "parlour", "version": parlour.__version__},
        "paths": paths,
        "components": {"schemas": components},
    }


def describe_endpoint(endpoint: Endpoint, known: dict[Any, Schema]) -> Schema:
    """One endpoint, except for its parameters."""
    success = {"description": endpoint.about, **content(endpoint.reply, known)}
    failure = {"description": "refused", **content(Problem, known)}
    operation: Schema = {
        "summary": endpoint.about,
        "responses": {str(endpoint.status): success, **{str(status): failure for status in ERROR_STATUSES}},
    }
    if endpoint.body is not None:
        operation["requestBody"] = {"required": endpoint.body is not bytes, **content(endpoint.body, known)}
    return operation


def content(kind: Any, known: dict[Any, Schema]) -> Schema:
    """A body of a type: JSON, a match log, or none."""
    if kind is None:
        return {}
    if kind is bytes:
        return {"content": {LOG_TYPE: {"schema": {"type": "string"}}}}
    return {"content": {"application/json": {"schema": known[kind]}}}


def path_parameters(path: str) -> list[Schema]:
    """What is variable in a path."""
    schema = {"type": "string", "pattern": "^[A-Za-z0-9]+$", "maxLength": 32}
    return [{"name": name, "in": "path", "required": True, "schema": schema} for name in re.findall(r"{(\w+)}", path)]
