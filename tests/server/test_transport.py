"""What is sent by a socket: messages as frames, made once for all who are told the same."""

import pytest
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from palatine.server.transport import ONE_PACKET, frame

LONG = b'{"words":"' + b"duke " * ONE_PACKET + b'"}'


def read(data: bytes, window: int | None) -> Frame:
    """A frame as a browser reads it, which agreed to a window."""
    reader = StreamReader()
    reader.feed_data(data)
    ways = [] if window is None else [PerMessageDeflate(True, True, window, 15)]
    reading = Frame.parse(reader.read_exact, mask=False, extensions=ways)
    with pytest.raises(StopIteration) as done:
        next(reading)
    found = done.value.value
    assert isinstance(found, Frame)
    return found


@pytest.mark.parametrize("window", [None, 9, 12, 15])
def test_a_message_is_read_as_it_was_said(window: int | None) -> None:
    found = read(frame(LONG, window), window)
    assert (found.opcode, found.fin, bytes(found.data)) == (Opcode.TEXT, True, LONG)


def test_a_compressed_message_is_shorter() -> None:
    assert len(frame(LONG, 15)) < len(frame(LONG, None)) / 10


def test_all_who_are_told_the_same_are_sent_the_same_bytes() -> None:
    assert frame(LONG, 15) is frame(bytes(bytearray(LONG)), 15)
    assert frame(LONG, 15) != frame(LONG, None)
