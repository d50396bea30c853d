### What happened.  $seat is whom it is about; $other is somebody else's part in it, or nobody's.
### $duchy is what a duchy is called: its reach and first space, as "Mainz L23".

event-card = { $use ->
    [reinforcement] { PERSON($seat) ->
        [you] You play card { $card } as reinforcement.
       *[other] { NAME($seat) } plays card { $card } as reinforcement.
    }
    [conversion] { PERSON($seat) ->
        [you] You play card { $card } and send the archbishop.
       *[other] { NAME($seat) } plays card { $card } and sends the archbishop.
    }
    [discard] { PERSON($seat) ->
        [you] You can place nothing and discard card { $card }.
       *[other] { NAME($seat) } can place nothing and discards card { $card }.
    }
   *[number] { PERSON($seat) ->
        [you] You play card { $card }.
       *[other] { NAME($seat) } plays card { $card }.
    }
}
event-knight = { PERSON($seat) ->
    [you] Your knight stands on { $space }.
   *[other] { NAME($seat) }'s knight stands on { $space }.
}
event-converted = { PERSON($other) ->
    [you] Your knight on { $space } is converted and now serves { NAME($seat) }.
   *[other] { PERSON($seat) ->
        [you] { NAME($other) }'s knight on { $space } is converted and now serves you.
       *[other] { NAME($other) }'s knight on { $space } is converted and now serves { NAME($seat) }.
    }
}
# $other: whose knight stood on the castle before
event-castle = { PERSON($other) ->
    [nobody] { PERSON($seat) ->
        [you] You take the castle between { LIST($between) }.
       *[other] { NAME($seat) } takes the castle between { LIST($between) }.
    }
    [you] { NAME($seat) } replaces you on the castle between { LIST($between) }.
   *[other] { PERSON($seat) ->
        [you] You replace { NAME($other) } on the castle between { LIST($between) }.
       *[other] { NAME($seat) } replaces { NAME($other) } on the castle between { LIST($between) }.
    }
}
event-formed = A duchy of { $knights } knights forms at { $duchy }.
event-merged = { $duchies } duchies become one at { $duchy }.
# $other: who ruled it before
event-duke = { PERSON($other) ->
    [nobody] { PERSON($seat) ->
        [you] Your duke rules the duchy at { $duchy }.
       *[other] { NAME($seat) }'s duke rules the duchy at { $duchy }.
    }
    [you] { NAME($seat) } takes the duchy at { $duchy } from you.
   *[other] { PERSON($seat) ->
        [you] You take the duchy at { $duchy } from { NAME($other) }.
       *[other] { NAME($seat) } takes the duchy at { $duchy } from { NAME($other) }.
    }
}
event-kept = { PERSON($seat) ->
    [you] Your duke rules on over the joined duchy at { $duchy }.
   *[other] { NAME($seat) }'s duke rules on over the joined duchy at { $duchy }.
}
# $value: what it is worth now; $gain: how much more than before; $landmarks: what these alone are worth
event-grew = { PERSON($seat) ->
    [nobody] The duchy at { $duchy } still has no owner; its landmarks are worth { $landmarks }.
    [you] { $gain ->
        [0] You still rule the duchy at { $duchy }, worth { $value }.
       *[other] Your duchy at { $duchy } is worth { $value } now, { $before } before.
    }
   *[other] { $gain ->
        [0] { NAME($seat) } still rules the duchy at { $duchy }, worth { $value }.
       *[other] { NAME($seat) }'s duchy at { $duchy } is worth { $value } now, { $before } before.
    }
}
event-tied = Nobody leads the joined duchy at { $duchy }: all its dukes leave.
event-paid = { PERSON($seat) ->
    [you] Your duke leaves { $duchy }: { coins } ({ LIST($paid_for, type: "comma", of: "paid") }).
   *[other] { NAME($seat) }'s duke leaves { $duchy }: { coins } ({ LIST($paid_for, type: "comma", of: "paid") }).
}
event-bishop = { PERSON($seat) ->
    [you] You install a bishop at { $duchy }.
   *[other] { NAME($seat) } installs a bishop at { $duchy }.
}
event-bishop_left = { PERSON($seat) ->
    [you] Your bishop leaves { $duchy }.
   *[other] { NAME($seat) }'s bishop leaves { $duchy }.
}
# $other: who had the archbishop before
event-archbishop = { PERSON($seat) ->
    [nobody] { PERSON($other) ->
        [you] Nobody has the most bishops: the archbishop leaves you.
       *[other] Nobody has the most bishops: the archbishop leaves { NAME($other) }.
    }
    [you] You have the most bishops and hold the archbishop.
   *[other] { NAME($seat) } has the most bishops and holds the archbishop.
}
event-bastion = { PERSON($seat) ->
    [you] You build a bastion on { $space }.
   *[other] { NAME($seat) } builds a bastion on { $space }.
}
# $card: none for whoever may not see it
event-drew = { $card ->
    [none] { PERSON($seat) ->
        [you] You draw a card.
       *[other] { NAME($seat) } draws a card.
    }
   *[other] { PERSON($seat) ->
        [you] You draw card { $card }.
       *[other] { NAME($seat) } draws card { $card }.
    }
}
event-reshuffled = The reshuffle card: all discards are shuffled into the pile, { $pile } cards.
event-ended = { $reason ->
    [knights] The game is over: a supply of knights is empty.
   *[blocked] The game is over: nobody can place anything.
}
event-scored = { PERSON($seat) ->
    [you] { $archbishop ->
        [0] You score { $total }: { $coins } in coins, { $dukes } for dukes, { $landmarks } for landmarks.
       *[other] You score { $total }: { $coins } in coins, { $dukes } for dukes, { $landmarks } for landmarks, { $archbishop } for the archbishop.
    }
   *[other] { $archbishop ->
        [0] { NAME($seat) } scores { $total }: { $coins } in coins, { $dukes } for dukes, { $landmarks } for landmarks.
       *[other] { NAME($seat) } scores { $total }: { $coins } in coins, { $dukes } for dukes, { $landmarks } for landmarks, { $archbishop } for the archbishop.
    }
}
event-won = { PERSON($seat) ->
    [you] You win with { $score } points.
   *[other] { NAME($seat) } wins with { $score } points.
}

# What a duke is paid for, with its worth.
paid-duke = duke 1
paid-castle = castle 1
paid-church = church 1
paid-city2 = city 2
paid-city3 = city 3
paid-city4 = city 4

# Said within other sentences.
coins = { $coins ->
    [one] 1 coin
   *[other] { $coins } coins
}
