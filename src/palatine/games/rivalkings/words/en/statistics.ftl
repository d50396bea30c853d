### What is counted about finished games.

topic-course = The course of a game
    .note = How often it happens in a game.
topic-course-rounds = rounds
topic-course-revealed = characters played
topic-course-turn = turns
topic-course-bought = purchases

topic-characters = Characters
    .note = Played, as they were turned over.
topic-subjects = Subjects
    .note = Bought with an action or an ability; worth what the score would lack without it, its price aside.
    .points = points a purchase
topic-buildings = Buildings
    .note = Bought with an action or an ability; worth what the score would lack without it, its price aside.
    .points = points a purchase
topic-abilities = Abilities
    .note = Used by the owner of the subject.

topic-deeds = Conflicts and money
    .note = What happens to players, and what they do.
topic-deeds-stole = action stolen
topic-deeds-marked = conflict marker received
topic-deeds-settled = conflict settled
topic-deeds-gave = conflict marker given away
topic-deeds-skipped = action skipped
topic-deeds-took = money taken from a pile

topic-score = Parts of the score
    .note = Whether a player scores anything for it, and how much.
    .points = points
topic-score-pairs = pairs
topic-score-colours = colours
topic-score-singles = singles
topic-score-coins = coins
topic-score-markers = markers
