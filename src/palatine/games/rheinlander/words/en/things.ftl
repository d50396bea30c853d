### What things are called.

landmark-castle = castle
    .a = a castle
landmark-church = church
    .a = a church
landmark-city2 = city 2
    .a = a city of 2
landmark-city3 = city 3
    .a = a city of 3
landmark-city4 = city 4
    .a = a city of 4
