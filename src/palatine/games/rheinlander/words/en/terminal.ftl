### The table in a terminal.

terminal-bank-left = left
terminal-bank-river = river
terminal-bank-right = right

# Letters for the players: R, G, V, B and N; signs: # · ~; cas, chu and ci3 are the short words below.
terminal-pieces = A letter: a knight of that player (on colour: the duke's); # bastion, · free land, ~ free river.
terminal-landmarks = Between two spaces: their landmark (cas: castle and who holds it, chu: church, ci3: city of 3).

# Three letters each: there is no more room.
sign-castle = cas
sign-church = chu
sign-city2 = ci2
sign-city3 = ci3
sign-city4 = ci4

terminal-no-duchies = No duchies yet.
# The texts are coloured already.  $whose: its owner, as below; $landmarks and $knights: lists.
terminal-duchy = { $duchy }: { $whose }, pays { $value } now, { $final } at the end, { $landmarks }; knights: { $knights }
terminal-nobodys-duchy = { $duchy }: { $whose }, { $landmarks }; knights: { $knights }
terminal-whose = { PERSON($seat) ->
    [nobody] nobody's
   *[other] { NAME($seat) }'s
}
terminal-duchy-landmarks = { LIST($landmarks, type: "comma", of: "landmark") }
terminal-no-landmark = no landmark
terminal-share = { NAME($seat) } { $knights }
terminal-list = { LIST($items, type: "comma") }

terminal-knights = { knights }
terminal-bastions = { bastions }
terminal-bishops = { $bishops ->
    [one] 1 bishop
   *[other] { $bishops } bishops
}
terminal-coins = { coins }
terminal-holds-archbishop = holds the archbishop
terminal-points = { $points } points

# $discard: the last one, or none
terminal-piles = { $discard ->
    [none] { cards-to-draw }; nothing is discarded.
   *[other] { cards-to-draw }; the last discard is { $discard }.
}
cards-to-draw = { $cards ->
    [one] 1 card to draw
   *[other] { $cards } cards to draw
}
terminal-end = The game ends after the turn in which a supply of knights is empty.

terminal-ask-bastion = Build a bastion on one of { $free } free land spaces (#L30), or end your turn with a full stop.
terminal-ask-reinforce = Place the reinforcement: { LIST($moves, type: "comma") }
terminal-ask-play = Your turn: play a card.
terminal-area-full = its area is full
terminal-any-reinforcement = Any card as reinforcement: { $card }+ and then its space.
