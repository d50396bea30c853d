summary = Bid your cards in secret for prizes; the highest bid takes them.
