"""Games that were played: watching them again, going on from one, advice and analyses."""
