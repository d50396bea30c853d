### What happens, as it is told aloud.  $seat is the one that it happens to, $other another one.

event-dealt = Round { $round }: the characters are dealt anew.
event-cycle = Round { $round }, second cycle.

# $character is told to nobody but who chooses it; who chooses sees it while wondering.
event-chose = { $character ->
    [none] { NAME($seat) } has chosen.
   *[other] { PERSON($seat) ->
        [you] { TERM($character, of: "character", form: "printed") }
       *[other] { NAME($seat) } chooses the { TERM($character, of: "character") }.
    }
}
event-revealed = { PERSON($seat) ->
    [you] You reveal the { TERM($character, of: "character") } ({ TERM($character, of: "character", form: "rank") }).
   *[other] { NAME($seat) } reveals the { TERM($character, of: "character") } ({ TERM($character, of: "character", form: "rank") }).
}
event-neutral = The neutral card is the { TERM($character, of: "character") }.

event-swapped = { PERSON($seat) ->
    [you] Your Gardener swaps with { NAME($other) }: you now have the { TERM($character, of: "character") }, { NAME($other) } the { TERM($theirs, of: "character") }.
   *[other] { PERSON($other) ->
        [you] { NAME($seat) }'s Gardener swaps with you: { NAME($seat) } now has the { TERM($character, of: "character") }, you the { TERM($theirs, of: "character") }.
       *[other] { NAME($seat) }'s Gardener swaps with { NAME($other) }: { NAME($seat) } now has the { TERM($character, of: "character") }, { NAME($other) } the { TERM($theirs, of: "character") }.
    }
}

# A marker from $other, who has played $character; from the neutral card where $other is nobody.
event-marked = { PERSON($seat) ->
    [you] { $why ->
        [turned_back] You get the conflict marker back from { NAME($other) }'s Watchman.
        [hit] { PERSON($other) ->
            [nobody] You get a conflict marker from the neutral { TERM($character, of: "character") }.
           *[other] You get a conflict marker from { NAME($other) }'s { TERM($character, of: "character") }.
        }
       *[equal] { PERSON($other) ->
            [nobody] You get a conflict marker: equal rank with the neutral { TERM($character, of: "character") }.
           *[other] You get a conflict marker: equal rank with { NAME($other) }'s { TERM($character, of: "character") }.
        }
    }
   *[other] { $why ->
        [turned_back] { PERSON($other) ->
            [you] { NAME($seat) } gets the conflict marker back from your Watchman.
           *[other] { NAME($seat) } gets the conflict marker back from { NAME($other) }'s Watchman.
        }
        [hit] { PERSON($other) ->
            [nobody] { NAME($seat) } gets a conflict marker from the neutral { TERM($character, of: "character") }.
            [you] { NAME($seat) } gets a conflict marker from your { TERM($character, of: "character") }.
           *[other] { NAME($seat) } gets a conflict marker from { NAME($other) }'s { TERM($character, of: "character") }.
        }
       *[equal] { PERSON($other) ->
            [nobody] { NAME($seat) } gets a conflict marker: equal rank with the neutral { TERM($character, of: "character") }.
            [you] { NAME($seat) } gets a conflict marker: equal rank with your { TERM($character, of: "character") }.
           *[other] { NAME($seat) } gets a conflict marker: equal rank with { NAME($other) }'s { TERM($character, of: "character") }.
        }
    }
}
event-no_marker = { PERSON($seat) ->
    [you] You would get a conflict marker, but none is left.
   *[other] { NAME($seat) } would get a conflict marker, but none is left.
}
event-guarded = { PERSON($seat) ->
    [you] Your Watchman turns markers back in this cycle.
   *[other] { NAME($seat) }'s Watchman turns markers back in this cycle.
}
event-passed = { PERSON($seat) ->
    [you] You do not use the { TERM($card, of: "card") }.
   *[other] { NAME($seat) } does not use the { TERM($card, of: "card") }.
}

# $equal is 1 in a conflict of equals.
event-turn = { PERSON($seat) ->
    [you] { $equal ->
        [1] Your turn with the { TERM($character, of: "character") }: one action only.
       *[0] Your turn with the { TERM($character, of: "character") }.
    }
   *[other] { $equal ->
        [1] { NAME($seat) }'s turn with the { TERM($character, of: "character") }: one action only.
       *[0] { NAME($seat) }'s turn with the { TERM($character, of: "character") }.
    }
}
event-stole = { PERSON($seat) ->
    [you] You steal the action { TERM($action, of: "action", form: "quoted") } from { NAME($other) }.
   *[other] { PERSON($other) ->
        [you] { NAME($seat) } steals the action { TERM($action, of: "action", form: "quoted") } from you.
       *[other] { NAME($seat) } steals the action { TERM($action, of: "action", form: "quoted") } from { NAME($other) }.
    }
}
event-skipped = { PERSON($seat) ->
    [you] You skip the action { LIST($actions, type: "or", of: "action", form: "quoted") }.
   *[other] { NAME($seat) } skips the action { LIST($actions, type: "or", of: "action", form: "quoted") }.
}
event-settled = { PERSON($seat) ->
    [you] You settle a conflict.
   *[other] { NAME($seat) } settles a conflict.
}
event-gave = { PERSON($seat) ->
    [you] You give a conflict marker to { NAME($other) }.
   *[other] { PERSON($other) ->
        [you] { NAME($seat) } gives a conflict marker to you.
       *[other] { NAME($seat) } gives a conflict marker to { NAME($other) }.
    }
}
event-refilled = All four piles are out of money and are refilled from the supply.
event-took = { PERSON($seat) ->
    [you] { $coins ->
        [one] You take 1 coin from pile { $pile }.
       *[other] You take { $coins } coins from pile { $pile }.
    }
   *[other] { $coins ->
        [one] { NAME($seat) } takes 1 coin from pile { $pile }.
       *[other] { NAME($seat) } takes { $coins } coins from pile { $pile }.
    }
}
event-bought = { PERSON($seat) ->
    [you] { $coins ->
        [one] You get the { TERM($card, of: "card") } from pile { $pile } for 1 coin.
       *[other] You get the { TERM($card, of: "card") } from pile { $pile } for { $coins } coins.
    }
   *[other] { $coins ->
        [one] { NAME($seat) } gets the { TERM($card, of: "card") } from pile { $pile } for 1 coin.
       *[other] { NAME($seat) } gets the { TERM($card, of: "card") } from pile { $pile } for { $coins } coins.
    }
}
event-used = { PERSON($seat) ->
    [you] You use the { TERM($card, of: "card") }.
   *[other] { NAME($seat) } uses the { TERM($card, of: "card") }.
}
event-gained = { PERSON($seat) ->
    [you] { $coins ->
        [one] You take 1 coin from the supply.
       *[other] You take { $coins } coins from the supply.
    }
   *[other] { $coins ->
        [one] { NAME($seat) } takes 1 coin from the supply.
       *[other] { NAME($seat) } takes { $coins } coins from the supply.
    }
}
event-exchanged = { PERSON($seat) ->
    [you] You exchange the { TERM($card, of: "card") } for { NAME($other) }'s { TERM($theirs, of: "card") }.
   *[other] { PERSON($other) ->
        [you] { NAME($seat) } exchanges the { TERM($card, of: "card") } for your { TERM($theirs, of: "card") }.
       *[other] { NAME($seat) } exchanges the { TERM($card, of: "card") } for { NAME($other) }'s { TERM($theirs, of: "card") }.
    }
}
event-traded = { PERSON($seat) ->
    [you] You exchange the { TERM($card, of: "card") } for the { TERM($theirs, of: "card") } of pile { $pile }.
   *[other] { NAME($seat) } exchanges the { TERM($card, of: "card") } for the { TERM($theirs, of: "card") } of pile { $pile }.
}
event-ended = The game is over: pile { $pile } is empty.
event-scored = { PERSON($seat) ->
    [you] You score { $total }: perfect pairs { $pairs }, colour pairs { $colours }, single cards { $singles }, coins { $coins }, markers { $markers }.
   *[other] { NAME($seat) } scores { $total }: perfect pairs { $pairs }, colour pairs { $colours }, single cards { $singles }, coins { $coins }, markers { $markers }.
}
event-won = { PERSON($seat) ->
    [you] You win with { $score } points.
   *[other] { NAME($seat) } wins with { $score } points.
}
