### Why a decision is refused, with the rule that says so.
###
### Each is a whole sentence for the seat that it is told to.  For anybody else it ends a sentence, as in
### "seat 0 cannot play 'play Queen': the Queen is not in this hand (rule 5)".

refused-not-in-hand = { PERSON($seat) ->
    [you] The { TERM($character, of: "character") } is not in your hand (rule { $rule })
   *[other] the { TERM($character, of: "character") } is not in this hand (rule { $rule })
}
refused-character-due = { PERSON($seat) ->
    [you] A character is due: play and one of the hand, like play Queen (rule { $rule })
   *[other] a character is due: play and one of the hand, like play Queen (rule { $rule })
}
refused-swap-with-rival = { PERSON($seat) ->
    [you] Characters are swapped with a rival at the table (rule { $rule })
   *[other] characters are swapped with a rival at the table (rule { $rule })
}
refused-gardener-asked = { PERSON($seat) ->
    [you] The Gardener is asked: swap and a rival's seat, or pass (rule { $rule })
   *[other] the Gardener is asked: swap and a rival's seat, or pass (rule { $rule })
}
refused-watchman-asked = { PERSON($seat) ->
    [you] The Watchman is asked: guard or pass (rule { $rule })
   *[other] the Watchman is asked: guard or pass (rule { $rule })
}

refused-turn-for-actions = { PERSON($seat) ->
    [you] It is the turn for actions now (rule { $rule })
   *[other] it is the turn for actions now (rule { $rule })
}
refused-no-theft-due = { PERSON($seat) ->
    [you] No theft is due (rule { $rule })
   *[other] no theft is due (rule { $rule })
}
# $victim is a number here, as it is written in a move.
refused-theft-due = { PERSON($seat) ->
    [you] A theft is due first: steal { $victim } and an action (rule { $rule })
   *[other] a theft is due first: steal { $victim } and an action (rule { $rule })
}
refused-other-victim = { PERSON($seat) ->
    [you] The one to be robbed now is { NAME($victim) } (rule { $rule })
   *[other] the one to be robbed now is { NAME($victim) } (rule { $rule })
}
refused-no-such-action = { PERSON($seat) ->
    [you] The { TERM($robbed, of: "character") } has no action { TERM($action, of: "action") } (rule { $rule })
   *[other] the { TERM($robbed, of: "character") } has no action { TERM($action, of: "action") } (rule { $rule })
}
refused-covered = { PERSON($seat) ->
    [you] The action { TERM($action, of: "action") } of { NAME($victim) } is covered already (rule { $rule })
   *[other] the action { TERM($action, of: "action") } of { NAME($victim) } is covered already (rule { $rule })
}
refused-no-action-due = { PERSON($seat) ->
    [you] No action is due any more (rule { $rule })
   *[other] no action is due any more (rule { $rule })
}
refused-stolen = { PERSON($seat) ->
    [you] The action { TERM($action, of: "action") } was stolen by { NAME($thief) } (rule { $rule })
   *[other] the action { TERM($action, of: "action") } was stolen (rule { $rule })
}
refused-other-due = { PERSON($seat) ->
    [you] What is due is { LIST($due, type: "or", of: "action") }, not { TERM($action, of: "action") } (rule { $rule })
   *[other] what is due is { LIST($due, type: "or", of: "action") }, not { TERM($action, of: "action") } (rule { $rule })
}
refused-nothing-to-skip = { PERSON($seat) ->
    [you] Nothing is due: end ends the turn (rule { $rule })
   *[other] nothing is due: end ends the turn (rule { $rule })
}
refused-action-due = { PERSON($seat) ->
    [you] An action is due: { LIST($due, type: "or", of: "action") }, or skip (rule { $rule })
   *[other] an action is due: { LIST($due, type: "or", of: "action") }, or skip (rule { $rule })
}

refused-no-marker = { PERSON($seat) ->
    [you] You have no conflict marker to lay down (rule { $rule })
   *[other] there is no conflict marker to lay down (rule { $rule })
}
refused-give-to-rival = { PERSON($seat) ->
    [you] A marker is given to a rival at the table (rule { $rule })
   *[other] a marker is given to a rival at the table (rule { $rule })
}
refused-no-money = { PERSON($seat) ->
    [you] No money lies at pile { $pile } (rule { $rule })
   *[other] no money lies at pile { $pile } (rule { $rule })
}
refused-pile-empty = { PERSON($seat) ->
    [you] Pile { $pile } is empty (rule { $rule })
   *[other] pile { $pile } is empty (rule { $rule })
}
refused-other-type = { PERSON($seat) ->
    [you] The { TERM($card, of: "card") } on pile { $pile } is no { TERM($type, of: "type") } (rule { $rule })
   *[other] the { TERM($card, of: "card") } on pile { $pile } is no { TERM($type, of: "type") } (rule { $rule })
}
refused-too-dear = { PERSON($seat) ->
    [you] The { TERM($card, of: "card") } costs { $cost }, and you have { $purse } (rule { $rule })
   *[other] the { TERM($card, of: "card") } costs { $cost }, and the purse holds { $purse } (rule { $rule })
}

refused-ability-used = { PERSON($seat) ->
    [you] You have used an ability in this cycle already (rule { $rule })
   *[other] an ability was used in this cycle already (rule { $rule })
}
refused-no-subject = { PERSON($seat) ->
    [you] There is no subject to use (rule { $rule })
   *[other] there is no subject to use (rule { $rule })
}
refused-not-active = { PERSON($seat) ->
    [you] Only your newest subject can be used: the { TERM($active, of: "card") } (rule { $rule })
   *[other] the active subject is the { TERM($active, of: "card") } (rule { $rule })
}
refused-brings-nothing = { PERSON($seat) ->
    [you] This would bring no coin (rule { $rule })
   *[other] this would bring no coin (rule { $rule })
}
refused-no-build-due = { PERSON($seat) ->
    [you] The Blacksmith helps with a build action that is due, and none is (rule { $rule })
   *[other] the Blacksmith helps with a build action that is due, and none is (rule { $rule })
}
refused-not-stolen = { PERSON($seat) ->
    [you] The action { TERM($action, of: "action") } was not stolen in this cycle (rule { $rule })
   *[other] the action { TERM($action, of: "action") } was not stolen in this cycle (rule { $rule })
}
refused-not-repeated = { PERSON($seat) ->
    [you] The Sailor repeats the one action chosen in a conflict of equals (rule { $rule })
   *[other] the Sailor repeats the one action chosen in a conflict of equals (rule { $rule })
}
refused-not-in-pile = { PERSON($seat) ->
    [you] There is no { TERM($card, of: "card") } in pile { $pile } (rule { $rule })
   *[other] there is no { TERM($card, of: "card") } in pile { $pile } (rule { $rule })
}
refused-not-in-row = { PERSON($seat) ->
    [you] There is no { TERM($mine, of: "card") } in your row (rule { $rule })
   *[other] there is no { TERM($mine, of: "card") } in one's own row (rule { $rule })
}
refused-not-in-rows = { PERSON($seat) ->
    [you] There is no { TERM($mine, of: "card") } in your rows (rule { $rule })
   *[other] there is no { TERM($mine, of: "card") } in one's own rows (rule { $rule })
}
refused-exchange-with-rival = { PERSON($seat) ->
    [you] Cards are exchanged with a rival at the table (rule { $rule })
   *[other] cards are exchanged with a rival at the table (rule { $rule })
}
refused-rival-has-none = { NAME($rival) } has no { TERM($theirs, of: "card") } (rule { $rule })
refused-perfect-pair = { PERSON($seat) ->
    [you] The { TERM($theirs, of: "card") } of { NAME($rival) } belongs to a perfect pair (rule { $rule })
   *[other] the { TERM($theirs, of: "card") } of { NAME($rival) } belongs to a perfect pair (rule { $rule })
}
refused-no-top-card = { PERSON($seat) ->
    [you] Pile { $pile } is empty (rule { $rule })
   *[other] pile { $pile } is empty (rule { $rule })
}

## Why what was pointed at leads to no choice, where that is more than one refused decision

why-not-now = That cannot be chosen now. { $asked } (rule { $rule })
why-not-theirs = Only a Court Lady or a Bishop reaches the cards of a rival (rule 13)
why-only-then = { $subject ->
   *[Gardener] The Gardener is only used when the characters are turned over (rule 6)
    [Watchman] The Watchman is only used when the characters are turned over (rule 9)
}
why-no-money-anywhere = No money lies at any pile (rule 3)
why-nothing-to-pay = { $coins ->
    [one] No { TERM($type, of: "type") } on top of a pile can be paid: you have 1 coin (rule 11)
   *[other] No { TERM($type, of: "type") } on top of a pile can be paid: you have { $coins } coins (rule 11)
}
why-none-stolen = None of your actions was stolen in this cycle (rule 13)
why-no-pile-holds = No pile holds a { TERM($type, of: "type") } that you can pay (rule 13)
why-pile-holds-none = Pile { $pile } holds no { TERM($type, of: "type") } that you can pay (rule 13)
why-nothing-to-exchange = You have no { TERM($type, of: "type") } to exchange (rule 13)
why-exchanges-only = The { TERM($subject, of: "card") } exchanges a { TERM($type, of: "type") } of yours for a rival's (rule 13)
why-all-in-pairs = No rival has a { TERM($type, of: "type") } outside perfect pairs (rule 13)

## Texts that mean no move; the words of moves are the same in every language.

no-move-verb = this is no move; a move begins with { LIST($verbs, type: "or") }
no-move-word = there is no '{ $word }' here; it is written { $written }; seats are 0 to { $last }
no-move-shape = it is written { $written }
written = { $verb ->
    [play] play and a character, like play Queen
    [swap] swap and a seat, like swap 2
    [steal] steal, a seat and an action, like steal 2 money
    [give] give and a seat, like give 2
    [take] take and a pile from 1 to 4, like take 3
    [recruit] recruit and a pile from 1 to 4, like recruit 4
    [build] build and a pile from 1 to 4, like build 1
    [use] use, a subject and what for, like use Miner 1 Forge or use Jailer
   *[other] { $verb } alone
}
