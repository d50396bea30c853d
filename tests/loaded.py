"""Loads all that a server needs, into the process that others are forked from."""

import palatine.cli.serve  # noqa: F401
from palatine.server.warmup import load_all_rules

load_all_rules()
