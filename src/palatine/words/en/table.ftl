### What happens at a table beside the game: lines of its log.

event-table-joined = { $name } takes a seat.
event-table-filled = Programs take the open seats ({ TERM($level, of: "level") }).
event-table-got-up = { $name } gets up: the seat is open again.
event-table-left = { NAME($seat) } has left: { TERM($level, of: "level") } plays on.
event-table-stood-in = { NAME($seat) } is away: a program ({ TERM($level, of: "level") }) plays on.
event-table-returned = { NAME($seat) } is back and plays on.
event-table-left-out = The deal is made without what { NAMES($seats, type: "and") } would have added: no answer came in time.
event-table-ran-out = { NAME($seat) }'s time is up: a program decides this turn.
event-table-took-back = { NAME($seat) } takes a turn back.
event-table-asked-undo = { NAME($seat) } asks to take a turn back.
event-table-answered = { NAME($seat) } { $yes ->
    [yes] agrees.
   *[no] would rather not: the turn stays.
}
event-table-lapsed = Not all have answered { NAME($seat) } in time: the turn stays.
event-table-rematched = { NAME($seat) } wants a rematch: a new table is set.
event-table-closed = { $given ->
    [yes] Whoever runs this house has closed the table: { $why }
   *[no] Whoever runs this house has closed the table. Nobody has won.
}
event-table-removed = { $name } has been removed by whoever runs this house{ $given ->
    [yes] : { $why }
   *[no] . The seat is open again.
}
event-table-sent-away = { NAME($seat) } has been removed by whoever runs this house: { TERM($level, of: "level") } plays on.{ $given ->
    [yes] { " " }{ $why }
   *[no] { "" }
}
event-table-branched = The game begins after { $decisions } decisions of another one; what was hidden then { $hidden ->
    [anew] is dealt anew.
   *[kept] stays as it was, and whoever has looked at that game can know it.
}

seat-by-colour = { TERM($colour, of: "colour") }
