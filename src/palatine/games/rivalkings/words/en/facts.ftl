### What speaks for a decision, or against it.

fact-perfect-pair = { PERSON($seat) ->
    [you] { $points ->
        [one] The { TERM($card, of: "card") } makes a perfect pair with your { TERM($partner, of: "card") }: 1 point more.
       *[other] The { TERM($card, of: "card") } makes a perfect pair with your { TERM($partner, of: "card") }: { $points } points more.
    }
   *[other] { $points ->
        [one] The { TERM($card, of: "card") } makes a perfect pair with { NAME($seat) }'s { TERM($partner, of: "card") }: 1 point more.
       *[other] The { TERM($card, of: "card") } makes a perfect pair with { NAME($seat) }'s { TERM($partner, of: "card") }: { $points } points more.
    }
}
fact-colour-pair = { $points ->
    [one] The { TERM($card, of: "card") } makes a colour pair, { TERM($suit, of: "suit") }: 1 point more.
   *[other] The { TERM($card, of: "card") } makes a colour pair, { TERM($suit, of: "suit") }: { $points } points more.
}
fact-single-card = { $points ->
    [one] The { TERM($card, of: "card") } is a single card so far: 1 point.
   *[other] The { TERM($card, of: "card") } is a single card so far: { $points } points.
}
# $left is none where nothing is left.
fact-pays = { PERSON($seat) ->
    [you] { $coins ->
        [one] You pay 1 coin and have { $left } left.
       *[other] You pay { $coins } coins and have { $left } left.
    }
   *[other] { $coins ->
        [one] { NAME($seat) } pays 1 coin and has { $left } left.
       *[other] { NAME($seat) } pays { $coins } coins and has { $left } left.
    }
}
fact-wanted = { $points ->
    [one] { NAME($seat) } could pay for it and have a perfect pair with the { TERM($partner, of: "card") }: 1 point.
   *[other] { NAME($seat) } could pay for it and have a perfect pair with the { TERM($partner, of: "card") }: { $points } points.
}
fact-last-card = Pile { $pile } is empty then: the game ends after this cycle.
fact-few-cards = { $left ->
    [one] Pile { $pile } has 1 card left then: the end is near.
   *[other] Pile { $pile } has { $left } cards left then: the end is near.
}
fact-worth-now = { PERSON($seat) ->
    [you] { $now ->
        [one] Your cards are worth 1 point instead of { $was }.
       *[other] Your cards are worth { $now } points instead of { $was }.
    }
   *[other] { $now ->
        [one] { NAME($seat) }'s cards are worth 1 point instead of { $was }.
       *[other] { NAME($seat) }'s cards are worth { $now } points instead of { $was }.
    }
}
fact-worth-as-before = { PERSON($seat) ->
    [you] { $now ->
        [one] Your cards are worth 1 point, as before.
       *[other] Your cards are worth { $now } points, as before.
    }
   *[other] { $now ->
        [one] { NAME($seat) }'s cards are worth 1 point, as before.
       *[other] { NAME($seat) }'s cards are worth { $now } points, as before.
    }
}
fact-gains = { PERSON($seat) ->
    [you] { $coins ->
        [one] You get 1 coin from the supply.
       *[other] You get { $coins } coins from the supply.
    }
   *[other] { $coins ->
        [one] { NAME($seat) } gets 1 coin from the supply.
       *[other] { NAME($seat) } gets { $coins } coins from the supply.
    }
}
fact-pile-has = { $coins ->
    [one] Pile { $pile } has 1 coin.
   *[other] Pile { $pile } has { $coins } coins.
}
fact-pile-has-more = { $coins ->
    [one] Pile { $pile } has 1 coin or more: that was the last payment there.
   *[other] Pile { $pile } has { $coins } coins or more: that was the last payment there.
}
fact-rid-of-marker = { PERSON($seat) ->
    [you] You get rid of a marker: { $points } points.
   *[other] { NAME($seat) } gets rid of a marker: { $points } points.
}
fact-marker-given = { PERSON($seat) ->
    [you] You get rid of a marker, and { NAME($other) } has it: { $points } points each way.
   *[other] { NAME($seat) } gets rid of a marker, and { NAME($other) } has it: { $points } points each way.
}
fact-no-marker = { PERSON($seat) ->
    [you] You get no conflict marker in this cycle.
   *[other] { NAME($seat) } gets no conflict marker in this cycle.
}
fact-keeps = { PERSON($seat) ->
    [you] { $coins ->
        [one] You keep 1 coin.
       *[other] You keep { $coins } coins.
    }
   *[other] { $coins ->
        [one] { NAME($seat) } keeps 1 coin.
       *[other] { NAME($seat) } keeps { $coins } coins.
    }
}
fact-loses-action = { PERSON($seat) ->
    [you] You lose the action { TERM($action, of: "action", form: "quoted") }.
   *[other] { NAME($seat) } loses the action { TERM($action, of: "action", form: "quoted") }.
}
fact-has-markers = { PERSON($seat) ->
    [you] { $markers ->
        [one] You have 1 conflict marker to get rid of.
       *[other] You have { $markers } conflict markers to get rid of.
    }
   *[other] { $markers ->
        [one] { NAME($seat) } has 1 conflict marker to get rid of.
       *[other] { NAME($seat) } has { $markers } conflict markers to get rid of.
    }
}
fact-can-pay-none = { PERSON($seat) ->
    [you] You can pay no { TERM($type, of: "type") } on top of a pile now.
   *[other] { NAME($seat) } can pay no { TERM($type, of: "type") } on top of a pile now.
}
fact-could-get = { PERSON($seat) ->
    [you] { $points ->
        [one] You could get the { TERM($card, of: "card") }: 1 point.
       *[other] You could get the { TERM($card, of: "card") }: { $points } points.
    }
   *[other] { $points ->
        [one] { NAME($seat) } could get the { TERM($card, of: "card") }: 1 point.
       *[other] { NAME($seat) } could get the { TERM($card, of: "card") }: { $points } points.
    }
}
fact-could-pair = { PERSON($seat) ->
    [you] { $points ->
        [one] You could get the { TERM($card, of: "card") }, a perfect pair with the { TERM($partner, of: "card") }: 1 point.
       *[other] You could get the { TERM($card, of: "card") }, a perfect pair with the { TERM($partner, of: "card") }: { $points } points.
    }
   *[other] { $points ->
        [one] { NAME($seat) } could get the { TERM($card, of: "card") }, a perfect pair with the { TERM($partner, of: "card") }: 1 point.
       *[other] { NAME($seat) } could get the { TERM($card, of: "card") }, a perfect pair with the { TERM($partner, of: "card") }: { $points } points.
    }
}
fact-robs = The { TERM($character, of: "character") } robs rank { $rank }: { LIST($victims, type: "or", of: "character", form: "the") } may be played.
fact-may-be-hit = The { TERM($character, of: "character") } may be hit by { LIST($strikers, type: "or", of: "character", form: "the") }.
fact-not-hit = No rival has a character that could hit the { TERM($character, of: "character") }.
fact-never-hit = Rank { $rank } is never hit.
fact-may-meet = The { TERM($character, of: "character") } may meet its equal, the { TERM($equal, of: "character") }: then there is one action only.
fact-cannot-meet = The { TERM($character, of: "character") } cannot meet its equal.
