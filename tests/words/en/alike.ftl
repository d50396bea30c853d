### Words that try out all that a catalogue can do: the server and the browser have to say the same.

plain = Nothing to fill in.
text = { $name } is called so.
number = Line { $line } of { $all }.
grouped = { NUMBER($most, useGrouping: 1) } bytes
missing = { $card ->
    [none] Nobody knows which card.
   *[other] It is { $card }.
}
switch = { $on ->
    [yes] It is on.
   *[no] It is off.
}
counted = { $coins ->
    [0] no coins
    [one] one coin
   *[other] { $coins } coins
}
person = { PERSON($seat) ->
    [you] You take
    [nobody] Nobody takes
   *[other] { NAME($seat) } takes
} it.
together = { NAMES($seats) } share it.
either = { NAMES($seats, type: "or") } begins.
listed = { LIST($things) }; { LIST($things, type: "or") }; { LIST($things, type: "comma") }; { LIST($things, type: "semicolon") }
cards = You need { LIST($cards, type: "or", of: "card", form: "the") }.
bare = { $things }
card = This is { TERM($card, of: "card") }: { TERM($card, of: "card", form: "the") }.
card-7 = Seven
    .the = the seven
card-smith = Smith
    .the = the smith
reason = It cannot be: { $reason }.
option = Long game
    .help = It takes { $minutes } minutes.
