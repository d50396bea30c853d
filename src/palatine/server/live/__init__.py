"""The tables of one process while people look at them: connections, presence, clocks and programs."""
