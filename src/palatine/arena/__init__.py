"""Many games at once: simulation now; tournaments and ratings stand on it."""
