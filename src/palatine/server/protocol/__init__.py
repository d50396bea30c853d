"""What a browser and the server say to each other: every shape of it, and nothing of what is stored.

Over HTTP go lobby, tables and replays, over one WebSocket a table the play.  docs/protocol.md explains them;
the client's types are written from these modules by tools/make_protocol.py.
"""
