"""Tables in the browser: their state and storage, sockets, HTTP, and the client's files."""
