"""The channel between processes, by Redis: what is lost is looked for until it is found again."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as NoConnection

from palatine.core.errors import PalatineError
from palatine.core.messages import Phrase
from palatine.server.errors import Unavailable
from palatine.server.live.channel import CatchUp, Hear, ProcessChannel
from palatine.server.timing import Time

logger = logging.getLogger("palatine")

CHANNEL = "tables"
NO_REDIS_ADDRESS = Phrase("error-redis-address", text=str)
PATIENCE = 5.0  # seconds for an answer of Redis
SILENCE = 15.0  # seconds without a word, after which Redis is asked for one
FIRST_WAIT, LONGEST_WAIT = 0.25, 10.0  # seconds before Redis is looked for again


class News(msgspec.Struct):
    """Where to look."""

    process: str
    table: str | None  # whose log has grown; none when somebody came or went


class RedisChannel(ProcessChannel):
    """What is published while Redis is lost is told once it is found; others read their logs then anyway."""

    shared = True
    connected = False

    def __init__(self, address: str, time: Time) -> None:
        super().__init__()
        try:
            self._redis: Redis = Redis.from_url(
                address,
                retry=Retry(NoBackoff(), 0),  # a loss is noticed here, and nowhere else
                socket_timeout=PATIENCE,
                socket_connect_timeout=PATIENCE,
            )
        except ValueError:
            raise PalatineError(NO_REDIS_ADDRESS(text=address.rpartition("@")[2])) from None
        self._time = time
        self._untold: dict[str | None, None] = {}  # in the order of their news, each table once
        self._news = asyncio.Event()  # set while there is something untold
        self._wait, self._missed = FIRST_WAIT, False

    def publish(self, table: str | None) -> None:
        self._untold[table] = None
        self._news.set()

    async def run(self, hear: Hear, catch_up: CatchUp) -> None:
        try:
            while True:
                try:
                    await self._talk(hear, catch_up)
                except* Exception as errors:
                    self._note_loss(errors.exceptions[0])
                await self._time.sleep(self._wait)
                self._wait = min(2 * self._wait, LONGEST_WAIT)
        finally:
            await self._redis.aclose()

    async def _talk(self, hear: Hear, catch_up: CatchUp) -> None:
        """As long as the connection holds."""
        async with self._redis.pubsub() as heard:
            await heard.subscribe(CHANNEL)
            if await heard.get_message(timeout=PATIENCE) is None:  # from here on nothing is missed
                raise NoConnection("no answer")
            self._note_found()
            async with asyncio.TaskGroup() as group:
                group.create_task(self._tell())
                group.create_task(self._listen(heard, hear, catch_up))

    async def _tell(self) -> None:
        while True:
            await self._news.wait()
            while self._untold:
                table = next(iter(self._untold))
                del self._untold[table]
                try:
                    await self._redis.publish(CHANNEL, msgspec.json.encode(News(self.process, table)))
                except BaseException:
                    self._untold[table] = None
                    raise
            self._news.clear()

    async def _listen(self, heard: PubSub, hear: Hear, catch_up: CatchUp) -> None:
        try:
            await catch_up()
        except Unavailable:
            pass
        except Exception:
            logger.exception("what other processes wrote meanwhile could not be read")
        asked = False
        while True:
            message = await heard.get_message(timeout=SILENCE)
            if message is None and asked:
                raise NoConnection("silence")
            asked = message is None
            if message is None:
                await heard.ping()
            elif message["type"] == "message":
                await self._use(message["data"], hear)

    async def _use(self, data: Any, hear: Hear) -> None:
        try:
            news = msgspec.json.decode(data, type=News)
            if news.process != self.process:
                await hear(news.table)
        except Unavailable:
            pass
        except Exception:
            logger.exception("news from another process could not be used")

    def _note_loss(self, error: BaseException) -> None:
        if not self._missed:
            self.losses += 1
            logger.error("Redis is lost: %s", error)
        self._missed, self.connected = True, False

    def _note_found(self) -> None:
        if self._missed:
            logger.warning("Redis is found again")
        self._missed, self.connected, self._wait = False, True, FIRST_WAIT
