### The table in a terminal.  Cards, characters and moves are written as one types them.

terminal-round = Round { $round }, cycle { $cycle }
terminal-pile = pile { $number }: { $pile }
terminal-empty = [bold]empty[/]
terminal-top = { $top } on top of { $height }
## What follows a pile
terminal-money-sum = , money { $coins }
terminal-no-money = , no money
terminal-some-money = , money
terminal-last-paid = , money (last paid { $coins })
terminal-below = ; below: { LIST($cards, type: "comma") }

##
terminal-supply = supply: { $coins } coins, { $markers } conflict markers
terminal-neutral = neutral card: { $character }, { $left } left
terminal-not-seen = not seen
terminal-a-character = { $name } { $rank } ({ LIST($actions, type: "comma", of: "action") })
terminal-has = { $coins ->
    [one] 1 coin
   *[other] { $coins } coins
}, { $markers ->
    [one] 1 marker
   *[other] { $markers } markers
}
terminal-points = , { $points } points
terminal-character = character: { $character }
terminal-stolen = stolen: { LIST($actions, type: "comma", of: "action") }
terminal-subjects = subjects: { LIST($cards, type: "comma") }
terminal-no-subjects = subjects: none
terminal-used = (an ability was used in this cycle)
terminal-buildings = buildings: { LIST($cards, type: "comma") }
terminal-no-buildings = buildings: none

terminal-ask-character = Choose a character in secret:
terminal-ask-gardener = Your Gardener may swap characters: { LIST($moves, type: "comma") }
terminal-ask-watchman = Your Watchman may turn the marker back: { LIST($moves, type: "comma") }
terminal-ask-nothing = Nothing more is due: { LIST($moves, type: "comma") }
terminal-ask-steal = Steal an action of seat { $victim }, the { $character }: { LIST($moves, type: "comma") }
terminal-ask-do = Now { LIST($actions, type: "or", of: "action") }: { LIST($moves, type: "comma") }
terminal-or-use = Or use your { $subject }: { LIST($moves, type: "comma") }
terminal-or-use-more = Or use your { $subject }: { LIST($moves, type: "comma") }, … (moves lists all)
