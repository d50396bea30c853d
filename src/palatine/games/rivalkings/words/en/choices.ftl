### What can be decided, as on a button; what is asked; and what is pointed at besides pieces.

choice-play = Play the { TERM($character, of: "character") }
choice-swap = Swap with { NAME($seat) }
choice-pass = Pass
choice-guard = Use the Watchman
choice-steal = Steal from { NAME($seat) }: { TERM($action, of: "action", form: "doing") }
choice-settle = Settle a conflict
choice-give = Give a marker to { NAME($seat) }
choice-take = Take the money of pile { $pile }
choice-recruit = Recruit from pile { $pile }
choice-build = Build from pile { $pile }
choice-skip = Skip
choice-end = End the turn

choice-jailer = Use the Jailer
choice-scholar = Use the Scholar
choice-herbalist = Herbalist: give a marker to { NAME($seat) }
choice-marketwoman = Market Woman: take the money of pile { $pile }
choice-innkeeper = Innkeeper: recruit from pile { $pile }
choice-carpenter = Carpenter: build from pile { $pile }
choice-blacksmith = Blacksmith: build from pile { $pile }, a coin less
choice-farmer_settle = Farmer: settle a conflict
choice-farmer_give = Farmer: give a marker to { NAME($seat) }
choice-farmer_take = Farmer: take the money of pile { $pile }
choice-farmer_recruit = Farmer: recruit from pile { $pile }
choice-farmer_build = Farmer: build from pile { $pile }
choice-sailor_settle = Sailor: settle a conflict
choice-sailor_give = Sailor: give a marker to { NAME($seat) }
choice-sailor_take = Sailor: take the money of pile { $pile }
choice-sailor_recruit = Sailor: recruit from pile { $pile }
choice-sailor_build = Sailor: build from pile { $pile }
choice-vintner = Vintner: the { TERM($card, of: "card") } from pile { $pile }
choice-miner = Miner: the { TERM($card, of: "card") } from pile { $pile }
choice-courtlady = Court Lady: your { TERM($mine, of: "card") } for the { TERM($theirs, of: "card") } of { NAME($seat) }
choice-bishop = Bishop: your { TERM($mine, of: "card") } for the { TERM($theirs, of: "card") } of { NAME($seat) }
choice-troubadour = Troubadour: your { TERM($mine, of: "card") } for the top of pile { $pile }

## What is asked, without the full stop: it is also said within another sentence.

ask-over = The game is over
ask-character = Choose your character in secret
ask-chosen = You have chosen the { TERM($character, of: "character") }: you may change your mind until all have chosen
ask-wait = Wait, or you may change your mind until all have chosen
ask-gardener = Your Gardener: swap characters with a rival, or pass
ask-watchman = Your Watchman: turn the markers back, or pass
ask-use-or-end = Use your { TERM($subject, of: "card") }, or end your turn
ask-end = End your turn
ask-steal = Steal an action from { NAME($victim) }
ask-skip = You cannot { LIST($actions, type: "or", of: "action", form: "doing") } now: skip it
ask-skip-or-use = You cannot { LIST($actions, type: "or", of: "action", form: "doing") } now: skip it, or use your { TERM($subject, of: "card") }
ask-one-of = In a conflict of equals, one action only: { LIST($actions, type: "or", of: "action", form: "doing") }
ask-stolen = The action stolen from { NAME($victim) }: { LIST($actions, type: "or", of: "action", form: "doing") }
ask-do = Your action: { LIST($actions, type: "or", of: "action", form: "doing") }

thing-do = { TERM($action, of: "action", form: "button") }
thing-use = { TERM($subject, of: "ability", form: "named") }
thing-pick = { TERM($card, of: "card") }
thing-pile = Pile { $pile }
thing-seat = { NAME($seat) }
