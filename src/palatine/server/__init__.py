"""The house that tables stand in: storage, seats, sockets, and the pages of the browser client."""
