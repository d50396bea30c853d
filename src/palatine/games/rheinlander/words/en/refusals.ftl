### Why a decision is refused, and why something that was pointed at leads to no choice.
###
### Each is a whole sentence for the seat that it is told to.  For anybody else it ends a sentence, as in
### "seat 0 cannot play '7>L7': card 7 is not in this hand (rule 5)".
### $piece is the seat of the knight that stands there, or nobody's for a bastion.

refused-card-due = { PERSON($seat) ->
    [you] A card is due first, like 23>L23 or 14+ (rule { $rule })
   *[other] a card is due first, like 23>L23 or 14+ (rule { $rule })
}
refused-space-due = { PERSON($seat) ->
    [you] A reinforcement was played: now name its space, like R22 (rule { $rule })
   *[other] a reinforcement was played: now name its space, like R22 (rule { $rule })
}
refused-bastion-due = { PERSON($seat) ->
    [you] A bastion is asked for now: #L30 builds one, a full stop ends the turn (rule { $rule })
   *[other] a bastion is asked for now: #L30 builds one, a full stop ends the turn (rule { $rule })
}
refused-in-hand = { PERSON($seat) ->
    [you] Card { $card } is not in your hand (rule { $rule })
   *[other] card { $card } is not in this hand (rule { $rule })
}
refused-space-free = { standing }: each space holds one piece (rule { $rule })
# $banks: the land spaces beside; $knights: whether they must hold knights
refused-river-open = { $knights ->
    [yes] { $space } is a river space: it is open only while both { LIST($banks) } hold knights (rule { $rule })
   *[no] { $space } is a river space: it is open only while both { LIST($banks) } are occupied (rule { $rule })
}
refused-holds-archbishop = { PERSON($seat) ->
    [you] Only the holder of the archbishop may convert (rule { $rule })
   *[other] only the holder of the archbishop may convert (rule { $rule })
}
refused-converts-on-land = { $space } is a river space: knights are converted on land (rule { $rule })
refused-somebody-there = { $space } is empty: there is nobody to convert (rule { $rule })
refused-no-bastion-there = { PERSON($seat) ->
    [you] A bastion stands on { $space }: bastions cannot be converted (rule { $rule })
   *[other] a bastion stands on { $space }: bastions cannot be converted (rule { $rule })
}
refused-opponent-there = { $space } holds an own knight: only an opponent's can be converted (rule { $rule })
refused-reinforceable = { PERSON($seat) ->
    [you] No free land is next to a knight of yours and away from all others': no reinforcement (rule { $rule })
   *[other] no free land is next to an own knight and away from all others': no reinforcement (rule { $rule })
}
refused-free-to-reinforce = { standing }: reinforcement needs a free land space (rule { $rule })
refused-next-to-own = { PERSON($seat) ->
    [you] { $space } is next to no knight of yours: reinforcement is not allowed there (rule { $rule })
   *[other] { $space } is next to no own knight: reinforcement is not allowed there (rule { $rule })
}
refused-away-from-others = { PERSON($seat) ->
    [you] { $space } is next to { NAME($rival) }'s knight: reinforcement is not allowed there (rule { $rule })
   *[other] { $space } is next to an opponent's knight: reinforcement is not allowed there (rule { $rule })
}
refused-nothing-to-place = { PERSON($seat) ->
    [you] A card in hand allows a knight to be placed, so none may be thrown away (rule { $rule })
   *[other] a card in hand allows a knight to be placed, so none may be thrown away (rule { $rule })
}
refused-free-for-bastion = { standing }: a bastion needs a free land space (rule { $rule })

# What stands on a space.
standing = { PERSON($seat) ->
    [you] { PERSON($piece) ->
        [nobody] A bastion stands on { $space }
        [you] Your knight stands on { $space }
       *[other] { NAME($piece) }'s knight stands on { $space }
    }
   *[other] { PERSON($piece) ->
        [nobody] a bastion stands on { $space }
       *[other] a knight stands on { $space }
    }
}

# What was pointed at leads nowhere.
why-no-choice = That cannot be chosen now. { TERM($asked, of: "ask", form: "bare") } (rule { $rule })
why-card-is-dead = { LIST($spaces) } are all taken or closed (rule 6), and there is no place for a reinforcement (rule 7)
# $another: the card of another area that leads there too, or none
why-needs-card = { $another ->
    [none] { $space } needs card { $card }, which is not in your hand (rule 5)
   *[other] { $space } needs card { $card } or card { $another }, and neither is in your hand (rule 5)
}
why-needs-card-or-reinforcement = { $another ->
    [none] { $space } needs card { $card }, or any card played as reinforcement first (rule 7)
   *[other] { $space } needs card { $card } or card { $another }, or any card played as reinforcement first (rule 7)
}
why-other-area = { $space } is not in area { $area }: that has { LIST($spaces) } (rule 6)
why-no-reinforcement-on-river = { $space } is a river space: a reinforcement goes on land (rule 7)
why-no-bastion-on-river = { $space } is a river space: a bastion goes on land (rule 10)
