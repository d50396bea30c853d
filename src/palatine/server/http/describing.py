"""The description of the HTTP side (OpenAPI): what Litestar does not find out by itself."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from litestar import Request
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin

from palatine.server.errors import (
    FOREIGN,
    NOT_JSON,
    OUR_FAULT,
    STORAGE_UNUSABLE,
    TOO_MUCH,
    WRONG_HOST,
    Reason,
)
from palatine.server.protocol import host, lobby, replays, tables
from palatine.server.protocol.lobby import Problem
from palatine.server.replays.library import MOST_LETTERS
from palatine.server.tables.setup import MOVE, RESERVE

# By the status that the framework gives, or answers with itself.
CODES = {404: "not_found", 405: "wrong_method", 413: "too_large"}
BAD_REQUEST = "bad_request"  # all others

ANY = (
    (400, BAD_REQUEST),
    (WRONG_HOST.status, WRONG_HOST.code),
    (TOO_MUCH.status, TOO_MUCH.code),
    (STORAGE_UNUSABLE.status, STORAGE_UNUSABLE.code),
    (OUR_FAULT.status, OUR_FAULT.code),
)
WRITING = ((FOREIGN.status, FOREIGN.code), (413, CODES[413]), (NOT_JSON.status, NOT_JSON.code))


def reading(*reasons: Reason) -> dict[int, ResponseSpec]:
    """What may be answered by an address that only tells something, besides what it tells."""
    return _specs(*ANY, *((reason.status, reason.code) for reason in reasons))


def writing(*reasons: Reason) -> dict[int, ResponseSpec]:
    """What may be answered by an address that takes something."""
    return _specs(*ANY, *WRITING, *((reason.status, reason.code) for reason in reasons))


def _specs(*answers: tuple[int, str]) -> dict[int, ResponseSpec]:
    codes: defaultdict[int, set[str]] = defaultdict(set)
    for status, code in answers:
        codes[status].add(code)
    return {
        status: ResponseSpec(Problem, generate_examples=False, description=", ".join(sorted(codes[status])))
        for status in sorted(codes)
    }


SHAPES = {name: kind for module in (lobby, tables, replays, host) for name, kind in vars(module).items()}
LIMITS: dict[tuple[str, str], dict[str, int]] = {
    ("NewName", "name"): {"minLength": 1},
    ("Upload", "record"): {"maxLength": MOST_LETTERS},
    ("ClockSettings", "move"): {"minimum": MOVE[0], "maximum": MOVE[1]},
    ("ClockSettings", "reserve"): {"minimum": RESERVE[0], "maximum": RESERVE[1]},
    ("Branch", "at"): {"minimum": 0},
}


class Description(JsonRenderPlugin):
    """The whole description, as JSON."""

    _rendered = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        self._rendered = self._rendered or super().render(request, completed(openapi_schema))
        return self._rendered


def completed(description: dict[str, Any]) -> dict[str, Any]:
    """A description with what bodies are refused for: fields that are unknown, and values out of bounds."""
    shapes = description["components"]["schemas"]
    for name, shape in shapes.items():
        kind = SHAPES.get(name)
        if kind is not None and kind.__struct_config__.forbid_unknown_fields:
            shape["additionalProperties"] = False
    for (name, field), limits in LIMITS.items():
        shapes[name]["properties"][field].update(limits)
    return description
