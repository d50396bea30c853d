"""Write the browser client's types, web/src/lib/protocol.ts, from palatine.server.protocol.

Run it after a change of the protocol: python tools/make_protocol.py. A test compares the two.
"""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import inspect as shapes

from palatine.core.messages import Message
from palatine.server import protocol

FILE = Path(__file__).parent.parent / "web" / "src" / "lib" / "protocol.ts"

HEAD = """\
// What a browser and the server say to each other. Written by tools/make_protocol.py from
// src/palatine/server/protocol.py, where it is to be changed.
"""

# msgspec reads no type that speaks of itself, and so says less of it than there is to say.
MESSAGE = """\
/** Something to be said: the key of its words, and what they speak of. */
export interface Message {
  key: string;
  args?: Record<string, Value>;
}

export type Value = number | string | boolean | null | Message | Value[];
"""

PLAIN: dict[type[shapes.Type], str] = {
    shapes.AnyType: "any",
    shapes.BoolType: "boolean",
    shapes.FloatType: "number",
    shapes.IntType: "number",
    shapes.NoneType: "null",
    shapes.StrType: "string",
}


def written(shape: shapes.Type) -> str:
    """A type, in TypeScript."""
    match shape:
        case shapes.StructType():
            return str(shape.cls.__name__)
        case shapes.LiteralType():
            return " | ".join(f"'{value}'" for value in shape.values)
        case shapes.UnionType():
            # What may be missing says so last, as one writes it.
            parts = sorted(shape.types, key=lambda part: isinstance(part, shapes.NoneType))
            return " | ".join(written(part) for part in parts)
        case shapes.ListType():
            item = written(shape.item_type)
            return f"({item})[]" if "|" in item else f"{item}[]"
        case shapes.TupleType():
            return "[" + ", ".join(written(item) for item in shape.item_types) + "]"
        case shapes.DictType():
            return f"Record<{written(shape.key_type)}, {written(shape.value_type)}>"
    try:
        return PLAIN[type(shape)]
    except KeyError:
        raise TypeError(f"{shape} has no counterpart in TypeScript yet") from None


def remarks(struct: type[msgspec.Struct]) -> dict[str, str]:
    """What the comments behind the fields of a structure say."""
    return dict(re.findall(r"^    (\w+): .*?  # (.+)$", inspect.getsource(struct), re.M))


def interface(struct: type[msgspec.Struct]) -> Iterator[str]:
    """The lines of a structure.

    The server writes every field.  What it reads (and refuses unknown fields in) may leave out those that
    have a default.
    """
    shape = shapes.type_info(struct)
    assert isinstance(shape, shapes.StructType)
    if "__doc__" in vars(struct) and struct.__doc__:
        yield f"/** {' '.join(struct.__doc__.split())} */"
    yield f"export interface {struct.__name__} {{"
    if shape.tag is not None:
        yield f"  {shape.tag_field}: '{shape.tag}';"
    for field in shape.fields:
        optional = "?" if shape.forbid_unknown_fields and not field.required else ""
        remark = remarks(struct).get(field.name)
        yield f"  {field.encode_name}{optional}: {written(field.type)};" + (f" // {remark}" if remark else "")
    yield "}"


def union(name: str, members: types.UnionType) -> str:
    """Messages that are told apart by their field `type`."""
    return f"export type {name} = {' | '.join(member.__name__ for member in members.__args__)};"


def text() -> str:
    """The whole file."""
    parts = [HEAD.rstrip(), MESSAGE.rstrip()]
    for name, value in vars(protocol).items():
        if isinstance(value, types.UnionType):
            parts.append(union(name, value))
        elif isinstance(value, type) and issubclass(value, msgspec.Struct) and value is not Message:
            parts.append("\n".join(interface(value)))
    return "\n\n".join(parts) + "\n"


def main() -> None:
    FILE.write_text(text(), encoding="utf-8", newline="\n")
    print(f"{FILE.name} is written.")


if __name__ == "__main__":
    main()
