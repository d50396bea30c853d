### What the lobby says of the game.

title = Rival Kings
summary = Choose a member of the court in secret, rob your rivals, and pair subjects with buildings.

option-open_piles = Open piles
    .help = The sums of money at the piles are shown (rule 3).
