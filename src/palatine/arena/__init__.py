"""Many games at once: simulation, tournaments with ratings, and what a game's pieces are worth."""
