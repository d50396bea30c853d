### What the lobby says of the game.

title = Rheinländer
summary = Place knights along the river, form duchies, and be paid when you lose them.

option-river_needs_knights = The river needs knights
    .help = A river space opens between two knights; a bastion beside it does not open it (rule 6).
option-convert_on_river = Conversion on the river
    .help = The archbishop converts knights on river spaces too, not only on land (rule 8).
option-open_coins = Open coins
    .help = Everybody's coins are shown all the time (rule 22).
option-board = Board
    .help = The river to play on.
