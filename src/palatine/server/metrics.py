"""How a server is, in numbers, for Prometheus: sums, and nothing about games, hands or persons."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import CONTENT_TYPE_LATEST, ProcessCollector, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from palatine import __version__
from palatine.server.live.server import GameServer
from palatine.server.replays.analyses import AnalysisService
from palatine.server.replays.library import ReplayLibrary
from palatine.server.sight import Sight

__all__ = ["CONTENT_TYPE_LATEST", "Metrics"]


class Metrics(Collector):
    """Everything is looked up when it is asked for: there is no second truth beside the server's own."""

    def __init__(
        self, server: GameServer, analyses: AnalysisService, replays: ReplayLibrary, sight: Sight
    ) -> None:
        self._server, self._analyses, self._replays, self._sight = server, analyses, replays, sight
        server.counts.registry.register(self)
        ProcessCollector(registry=server.counts.registry)

    def text(self) -> bytes:
        """All of it in Prometheus' text format."""
        return generate_latest(self._server.counts.registry)

    def collect(self) -> Iterator[Metric]:
        server, health = self._server, self._sight.health()
        storage, tables = server.storage, list(server.tables)
        version = GaugeMetricFamily("palatine_info", "The version that runs.", labels=["version"])
        version.add_metric([__version__], 1)
        yield version
        yield GaugeMetricFamily("palatine_tables", "Tables in memory.", len(tables))
        yield GaugeMetricFamily(
            "palatine_connections", "Sockets at tables.", sum(len(table.connections) for table in tables)
        )
        yield self._queues()
        yield self._slowed()
        yield CounterMetricFamily("palatine_log_entries", "Entries written to logs.", storage.tables.written)
        yield CounterMetricFamily(
            "palatine_storage_errors", "Uses of the database that failed.", storage.database.watch.errors
        )
        parts = GaugeMetricFamily("palatine_ok", "Whether a part can be used.", labels=["part"])
        for part, is_ok in health.parts():
            parts.add_metric([part], is_ok)
        yield parts
        yield CounterMetricFamily("palatine_redis_losses", "How often Redis was lost.", server.channel.losses)

    def _queues(self) -> Metric:
        waiting = GaugeMetricFamily("palatine_waiting", "What waits or is worked on.", labels=["queue"])
        waiting.add_metric(["writer"], self._server.storage.tables.writer.waiting)
        waiting.add_metric(["programs"], len(self._server.programs.deciding))
        waiting.add_metric(["analyses"], sum(not job.over for job in self._analyses.jobs.values()))
        waiting.add_metric(["advice"], len(self._analyses.asking))
        waiting.add_metric(["replays"], self._replays.waiting)
        return waiting

    def _slowed(self) -> Metric:
        slowed = CounterMetricFamily(
            "palatine_slowed", "What had to wait for its budget, and was not refused.", labels=["budget"]
        )
        for budget in (self._server.limits.requests, self._server.limits.messages):
            slowed.add_metric([budget.name], budget.slowed)
        return slowed
