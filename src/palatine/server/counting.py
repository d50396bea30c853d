"""What a server counts as it goes; what can be looked at whenever it is asked for is in metrics.py."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Histogram

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Counts:
    """Sums over everybody: nothing here tells one game, table or person from another."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._decided = Histogram(
            "palatine_decision_seconds",
            "Decisions of people: from their arrival to the acknowledgement.",
            registry=self.registry,
            buckets=SECONDS,
        )
        self._refused = Counter(
            "palatine_refusals",
            "What was not done, by the code of the refusal.",
            ["code"],
            registry=self.registry,
        )

        self._answered = Histogram(
            "palatine_request_seconds",
            "Requests over HTTP: from their arrival to the end of the answer.",
            ["route", "status"],
            registry=self.registry,
            buckets=SECONDS,
        )

    def answered(self, route: str, status: int, seconds: float) -> None:
        self._answered.labels(route, f"{status // 100}xx").observe(seconds)

    def decided(self, seconds: float) -> None:
        self._decided.observe(seconds)

    def refused(self, code: str) -> None:
        self._refused.labels(code).inc()
