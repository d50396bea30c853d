"""A wire between a browser and the house that can be cut and mended.

A browser that is told to be offline keeps its open sockets; a wire that is cut loses them, and what was on
its way.
"""

from __future__ import annotations

import contextlib
import socket
import threading

TO_SERVER, TO_BROWSER = 0, 1


class Wire:
    """Passes on everything between a port of its own and the port of a house."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        self.whole = True
        self.deaf: set[int] = set()  # directions in which everything is lost
        self.ends: set[socket.socket] = set()
        self.lock = threading.Lock()
        self.threads = [threading.Thread(target=self._accept, daemon=True)]
        self.threads[0].start()

    def cut(self) -> None:
        """Whatever is open is closed, and nothing new gets through."""
        with self.lock:
            self.whole = False
            for end in self.ends:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        with self.lock:
            self.whole = True
            self.deaf.clear()

    def lose(self, direction: int) -> None:
        """From now on everything in a direction is lost, until the wire is cut and mended."""
        self.deaf.add(direction)

    def close(self) -> None:
        self.cut()
        self.listening.shutdown(socket.SHUT_RDWR)
        for thread in self.threads:
            thread.join(10)
        self.listening.close()

    def _accept(self) -> None:
        while True:
            try:
                browser, _ = self.listening.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(("127.0.0.1", self.port), 10)
            except OSError:
                browser.close()
                continue
            with self.lock:
                if self.whole:
                    self.ends |= {browser, server}
                else:
                    browser.close()
                    server.close()
                    continue
            thread = threading.Thread(target=self._connect, args=(browser, server), daemon=True)
            self.threads.append(thread)
            thread.start()

    def _connect(self, browser: socket.socket, server: socket.socket) -> None:
        back = threading.Thread(target=self._pass_on, args=(server, browser, TO_BROWSER), daemon=True)
        back.start()
        self._pass_on(browser, server, TO_SERVER)
        back.join()
        with self.lock:
            self.ends -= {browser, server}
            browser.close()
            server.close()

    def _pass_on(self, source: socket.socket, goal: socket.socket, direction: int) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if direction not in self.deaf:
                    goal.sendall(data)
        for end in (source, goal):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
