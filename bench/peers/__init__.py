"""Other people's games and searches, as the benchmarks meet them."""
