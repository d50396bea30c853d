"""Write the browser client's types: of the protocol, and of what each game shows and tells.

`web/src/lib/protocol.ts` comes from the modules of palatine.server.protocol, and from the declarations of a
game that has a client of its own `web/src/games/NAME/generated.ts`.  Run it after a change of either:
python tools/make_protocol.py.  A test compares them.
"""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect as shapes

from palatine.core.catalog import game as load_game
from palatine.core.catalog import games
from palatine.core.decisions import Notation
from palatine.core.events import Kind
from palatine.core.game import Game
from palatine.core.messages import Message
from palatine.core.presenting import Position
from palatine.server.protocol import host, lobby, messages, replays, tables

MODULES = (lobby, tables, replays, messages, host)

SOURCES = Path(__file__).parent.parent / "web" / "src"
PROTOCOL = SOURCES / "lib" / "protocol.ts"
CLIENTS = SOURCES / "games"

HEAD = """\
// What a browser and the server say to each other. Written by tools/make_protocol.py from
// src/palatine/server/protocol, where it is to be changed.
"""

GAME_HEAD = """\
// What the server shows and tells of {title}. Written by tools/make_protocol.py from what the game
// declares, where it is to be changed.
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

MANY = 6  # choices that are better called by a name
COMMON = (Message, Position)  # what games speak of and the protocol has already

PLAIN: dict[type[shapes.Type], str] = {
    shapes.AnyType: "unknown",
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
            return " | ".join(dict.fromkeys(written(part) for part in parts))
        case shapes.ListType() | shapes.VarTupleType():
            item = written(shape.item_type)
            several = isinstance(shape.item_type, shapes.UnionType | shapes.LiteralType) and "|" in item
            return f"({item})[]" if several else f"{item}[]"
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

    The server writes every field, unless it says that it leaves out defaults.  What it reads (and refuses
    unknown fields in) may leave out those that have a default.
    """
    shape = shapes.type_info(struct)
    assert isinstance(shape, shapes.StructType)
    spare = struct.__struct_config__.omit_defaults
    if "__doc__" in vars(struct) and struct.__doc__:
        yield f"/** {' '.join(struct.__doc__.split())} */"
    known = Position.__struct_fields__ if issubclass(struct, Position) and struct is not Position else ()
    yield f"export interface {struct.__name__}{' extends Position' if known else ''} {{"
    if shape.tag is not None:
        yield f"  {shape.tag_field}: '{shape.tag}';"
    for field in shape.fields:
        if field.name in known:
            continue
        spared = (shape.forbid_unknown_fields or spare) and not field.required
        optional = "?" if spared or may_be_unset(field) else ""
        kind = written(field.type).removesuffix(" | null" if spare and field.default is None else "")
        remark = remarks(struct).get(field.name)
        yield f"  {field.encode_name}{optional}: {kind};" + (f" // {remark}" if remark else "")
    yield "}"


def may_be_unset(field: shapes.Field) -> bool:
    """Whether a field is left out unless there is something to say: it has a default, and that is nothing."""
    return not field.required and field.default is field.default_factory is msgspec.NODEFAULT


def union(name: str, members: types.UnionType) -> str:
    """Messages that are told apart by their field `type`."""
    return f"export type {name} = {' | '.join(member.__name__ for member in members.__args__)};"


def protocol_text() -> str:
    """The whole file of the protocol."""
    parts = [HEAD.rstrip(), MESSAGE.rstrip()]
    found = {name: value for module in MODULES for name, value in vars(module).items()}
    for name, value in found.items():
        if isinstance(value, types.UnionType):
            parts.append(union(name, value))
        elif isinstance(value, type) and issubclass(value, msgspec.Struct) and value is not Message:
            parts.append("\n".join(interface(value)))
    return "\n\n".join(parts) + "\n"


# -- Games -------------------------------------------------------------------------------------------


def structs(shape: Any) -> Iterator[type[msgspec.Struct]]:
    """The structures that a type is made of, those within others first."""
    if isinstance(shape, shapes.StructType):
        if shape.cls in COMMON:
            yield shape.cls
            return
        for field in shape.fields:
            yield from structs(field.type)
        yield shape.cls
        return
    for part in (*getattr(shape, "types", ()), *getattr(shape, "item_types", ())):
        yield from structs(part)
    for name in ("item_type", "value_type"):
        if hasattr(shape, name):
            yield from structs(getattr(shape, name))


class Names:
    """Names for long choices, which events tell again and again; each is called as where it is told first."""

    def __init__(self) -> None:
        self.called: dict[str, str] = {}

    def shorten(self, field: str, shape: shapes.Type) -> str:
        """A type, with long choices in it by their names."""
        if isinstance(shape, shapes.LiteralType) and len(shape.values) > MANY:
            return self.called.setdefault(written(shape), field.title().replace("_", ""))
        if isinstance(shape, shapes.UnionType):
            parts = sorted(shape.types, key=lambda part: isinstance(part, shapes.NoneType))
            return " | ".join(self.shorten(field, part) for part in parts)
        return written(shape)

    def declared(self) -> Iterator[str]:
        for choices, name in self.called.items():
            yield f"export type {name} =\n  | " + choices.replace(" | ", "\n  | ") + ";"


def told(kind: Kind, names: Names) -> str:
    """A kind of event, with what its line of the log tells."""
    fields = {name: reading.type for name, reading in kind.fields.items()} | kind.also
    data = "; ".join(
        f"{name}: {names.shorten(name, shapes.type_info(type_))}" for name, type_ in fields.items()
    )
    return f"Told<'{kind.name}', {f'{{ {data} }}' if fields else 'Record<string, never>'}>"


def pointed(notation: Notation) -> list[str]:
    """What is pointed at for decisions, as patterns."""
    found: dict[str, None] = {}
    for name, block in notation.decisions.blocks.items():
        own = [decision.names for decision in notation.all if decision and decision.block == name]
        called = {
            argument: "${number}" if all(names[argument].isdecimal() for names in own) else "${string}"
            for argument in block.arguments
        }
        found |= dict.fromkeys(point.format_map(called) for point in block.points)
    return [f"`{point}`" if "$" in point else f"'{point}'" for point in found]


def choice(name: str, remark: str, members: Iterable[str]) -> str:
    """One of several types."""
    return f"/** {remark} */\nexport type {name} =\n  | " + "\n  | ".join(members) + ";"


def game_text(game: Game) -> str:
    """The whole file of a game."""
    faces = (game.presenting.shown, *game.drawing.data)
    used = dict.fromkeys(struct for face in faces for struct in structs(shapes.type_info(face)))
    common = [struct.__name__ for struct in COMMON if struct is Position or struct in used]
    imports = [
        f"import type {{ {', '.join(common)} }} from '../../lib/protocol';",
        "import type { Told } from '../types';",
    ]
    parts = [GAME_HEAD.format(title=game.title).rstrip(), "\n".join(imports)]
    parts += ["\n".join(interface(struct)) for struct in used if struct not in COMMON]
    names = Names()
    events = [told(kind, names) for kind in game.events.kinds.values()]
    if events:
        parts += [*names.declared(), choice("Happening", "A line of the log.", events)]
    things = pointed(game.notation)
    if things:
        parts.append(choice("Thing", "What is pointed at.", things))
    return "\n\n".join(parts) + "\n"


def files() -> Iterator[tuple[Path, str]]:
    """All files, and what has to be in them."""
    yield PROTOCOL, protocol_text()
    for about in games().values():
        client = CLIENTS / about.name
        if client.exists():
            yield client / "generated.ts", game_text(load_game(about.name, {"players": about.players[0]}))


def main() -> None:
    for path, text in files():
        path.write_text(text, encoding="utf-8", newline="\n")
        print(f"{path.relative_to(SOURCES)} is written.")


if __name__ == "__main__":
    main()
