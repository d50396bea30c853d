"""Is what is acknowledged kept?  Disks are full, databases go away, and files are deleted under a server."""

from __future__ import annotations

import logging
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from sqlalchemy.exc import InterfaceError, OperationalError, TimeoutError

from palatine.server.errors import STORAGE_REPLACED, STORAGE_UNUSABLE, Reason, Unavailable

logger = logging.getLogger("palatine")

UNUSABLE = (OperationalError, InterfaceError, TimeoutError, sqlite3.OperationalError, OSError)
AHEAD, INDEX = "-wal", "-shm"
PARTS = ("", AHEAD, INDEX)  # what SQLite has open of a database


class StorageWatch:
    """Whether the database of this process can be used: every use goes through here."""

    def __init__(self) -> None:
        self.trouble: Literal["unusable", "replaced"] | None = None
        self.errors = 0
        self._path: str | None = None
        self._opened: dict[str, tuple[int, int]] = {}  # the parts of a file, as they were opened
        self._longest = 0  # bytes that SQLite has written ahead
        self._holding: sqlite3.Connection | None = None  # who closes last takes the other parts away

    def hold(self, path: str) -> None:
        """From here on this path has to name the file that is open now."""
        self._holding = sqlite3.connect(path)
        self._holding.execute("PRAGMA schema_version").fetchall()
        self.trouble, self._path, self._opened, self._longest = None, path, {}, 0
        self._check_file()

    def let_go(self) -> None:
        if self._holding is not None:
            self._holding.close()

    @contextmanager
    def reading(self) -> Iterator[None]:
        """While something is read.

        Raises:
            Unavailable: the database is away.
        """
        try:
            yield
        except UNUSABLE as error:
            self.errors += 1
            if self.trouble is None:
                self.trouble = "unusable"
                why = str(getattr(error, "orig", None) or error).strip()
                logger.error("the database cannot be used: %s", why.partition("\n")[0])
            raise _unavailable(STORAGE_UNUSABLE) from error

    @contextmanager
    def writing(self) -> Iterator[None]:
        """While something is written; where it ends well, that is in the file that the path names.

        Raises:
            Unavailable: nothing can be written at the moment, or it went to a file that nobody finds again.
        """
        with self.reading():
            self._check_file()
            yield
            self._check_file()
        if self.trouble is not None:
            self.trouble = None
            logger.warning("the database can be used again")

    def _check_file(self) -> None:
        """Only a start of the server opens the file that is there now."""
        if self.trouble != "replaced" and self._path is not None and not self._is_there(self._path):
            self.trouble = "replaced"
            logger.error("the database file was deleted or replaced: %s; restart the server", self._path)
        if self.trouble == "replaced":
            self.errors += 1
            raise _unavailable(STORAGE_REPLACED)

    def _is_there(self, path: str) -> bool:
        """Whether all is there that was opened, and nothing was cut off."""
        sizes: dict[str, int] = {}
        for part in PARTS:
            try:
                found = os.stat(path + part)
            except FileNotFoundError:
                if part in self._opened:
                    return False
            else:
                sizes[part], there = found.st_size, (found.st_dev, found.st_ino)
                if self._opened.setdefault(part, there) != there:
                    return False
        before, self._longest = self._longest, sizes.get(AHEAD, 0)
        return bool(sizes.get("")) and (self._longest >= before or self._longest >= _written_ahead(path))


def _written_ahead(path: str) -> int:
    """How long the file has to be that SQLite writes ahead, as the index beside it tells.

    https://sqlite.org/walformat.html: a frame is a page of the database with a few words before it.  The
    index is not closed again: SQLite's locks on it would end with that.  It rarely gets shorter.
    """
    try:
        head = os.pread(os.open(path + INDEX, os.O_RDONLY), 20, 0)
    except (OSError, AttributeError):  # there is no pread on Windows, nor can an open file be cut off
        return 0
    page, frames = (int.from_bytes(head[at:end], sys.byteorder) for at, end in ((14, 16), (16, 20)))
    return 32 + frames * (24 + (page if page > 1 else 65_536)) if frames else 0


def _unavailable(reason: Reason) -> Unavailable:
    return Unavailable(reason.code, reason(), reason.status)
