### What is counted about many games.

topic-course = The course of a game
    .note = How often it happens in a game.
topic-course-card = turns
topic-course-merged = mergers of duchies
topic-course-reshuffled = reshuffles

topic-landmarks = Landmarks at the end
    .note = Landmarks in the duchies that a player owns when the game is over.

topic-payments = Payments
    .note = Dukes who leave, and those with such a landmark; the coins are those of the whole payment.
    .points = coins a payment
topic-payments-duke = duke who leaves
topic-payments-castle = castle
topic-payments-church = church
topic-payments-city2 = city 2
topic-payments-city3 = city 3
topic-payments-city4 = city 4

topic-cards = Cards
    .note = What cards are used for.
topic-cards-number = number
topic-cards-reinforcement = reinforcement
topic-cards-conversion = conversion
topic-cards-discard = discard

topic-deeds = Pieces
    .note = What players build, take and turn.
topic-deeds-bastion = bastion built
topic-deeds-castle = castle taken
topic-deeds-bishop = bishop installed
topic-deeds-formed = duchy formed
topic-deeds-converted = knight converted
topic-deeds-seized = duchy taken from somebody

topic-score = Parts of the score
    .note = Whether a player scores anything for it, and how much.
    .points = points
topic-score-coins = coins
topic-score-dukes = dukes
topic-score-landmarks = landmarks
topic-score-archbishop = archbishop
