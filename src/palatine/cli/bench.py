"""`palatine bench`: the benchmarks live beside the source, in `bench/`, with the peers they measure."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

from palatine.core.errors import PalatineError


def run(name: str, **arguments: Any) -> None:
    """Run a benchmark from the source tree."""
    import palatine.cli.common  # noqa: F401 - says so when the rules have to be compiled

    path = Path(__file__).parents[3] / "bench" / f"{name}.py"
    if not path.is_file():
        raise PalatineError(
            "the benchmarks are part of the source tree: clone it and run python3 dev.py bench"
        )
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))  # for what it is made of, also in processes that it starts
    spec = importlib.util.spec_from_file_location(f"bench_{name}", path)
    if spec is None or spec.loader is None:
        raise PalatineError(f"{path} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.main(**arguments)
