### What speaks for a move, or against it.  $seat is whom a sentence is about; $duchy as in the events.

reason-joined = This joins { $duchies } duchies into one at { $duchy }.
reason-shared-lead = The lead at { $duchy } is shared, { $knights } knights each: all its dukes leave.
reason-no-owner = The new duchy at { $duchy } has no owner yet: nobody leads with two knights.
reason-keeps = { PERSON($seat) ->
    [you] You keep the joined duchy at { $duchy }, { strength }: { $points } points at the end.
   *[other] { NAME($seat) } keeps the joined duchy at { $duchy }, { strength }: { $points } points at the end.
}
reason-takes = { PERSON($other) ->
    [you] { NAME($seat) } takes the majority at { $duchy } from you, { strength }: { $points } points at the end.
   *[other] { PERSON($seat) ->
        [you] You take the majority at { $duchy } from { NAME($other) }, { strength }: { $points } points at the end.
       *[other] { NAME($seat) } takes the majority at { $duchy } from { NAME($other) }, { strength }: { $points } points at the end.
    }
}
reason-founds = { PERSON($seat) ->
    [you] You found a duchy at { $duchy }, { strength }: { $points } points at the end.
   *[other] { NAME($seat) } founds a duchy at { $duchy }, { strength }: { $points } points at the end.
}
reason-majority = { PERSON($seat) ->
    [you] You get the majority at { $duchy }, { strength }: { $points } points at the end.
   *[other] { NAME($seat) } gets the majority at { $duchy }, { strength }: { $points } points at the end.
}
reason-paid = { PERSON($seat) ->
    [you] You get { coins } for the duke who leaves { $duchy } ({ LIST($paid_for, type: "comma", of: "paid") }).
   *[other] { NAME($seat) } gets { coins } for the duke who leaves { $duchy } ({ LIST($paid_for, type: "comma", of: "paid") }).
}
reason-loses-archbishop = { PERSON($seat) ->
    [you] You lose the archbishop, { $points } points at the end.
   *[other] { NAME($seat) } loses the archbishop, { $points } points at the end.
}
reason-gets-archbishop = { PERSON($seat) ->
    [you] You get the archbishop, { $points } points at the end.
   *[other] { NAME($seat) } gets the archbishop, { $points } points at the end.
}
reason-takes-archbishop = { PERSON($other) ->
    [you] { NAME($seat) } gets the archbishop from you, { $points } points at the end.
   *[other] { PERSON($seat) ->
        [you] You get the archbishop from { NAME($other) }, { $points } points at the end.
       *[other] { NAME($seat) } gets the archbishop from { NAME($other) }, { $points } points at the end.
    }
}
reason-strengthens = { PERSON($seat) ->
    [you] You strengthen the duchy at { $duchy }: { strength }.
   *[other] { NAME($seat) } strengthens the duchy at { $duchy }: { strength }.
}
reason-worth-more = The duchy at { $duchy } is worth { $value } instead of { $before }.
reason-theirs-worth-more = { PERSON($seat) ->
    [you] Your duchy at { $duchy } is worth { $value } instead of { $before }.
   *[other] { NAME($seat) }'s duchy at { $duchy } is worth { $value } instead of { $before }.
}
reason-level = { PERSON($other) ->
    [you] { NAME($seat) } draws level with you at { $duchy }: one more knight takes it.
   *[other] { PERSON($seat) ->
        [you] You draw level with { NAME($other) } at { $duchy }: one more knight takes it.
       *[other] { NAME($seat) } draws level with { NAME($other) } at { $duchy }: one more knight takes it.
    }
}
# $knights: those of the seat; $theirs: those of the other
reason-against = { PERSON($other) ->
    [you] { NAME($seat) } has { knights } at { $duchy } against your { $theirs }.
   *[other] { PERSON($seat) ->
        [you] You have { knights } at { $duchy } against { NAME($other) }'s { $theirs }.
       *[other] { NAME($seat) } has { knights } at { $duchy } against { NAME($other) }'s { $theirs }.
    }
}
reason-castle = { PERSON($seat) ->
    [you] The castle between { LIST($between) } brings you one more knight.
   *[other] The castle between { LIST($between) } brings { NAME($seat) } one more knight.
}
reason-converted = { PERSON($other) ->
    [you] { NAME($seat) } has one knight more there, and you one less.
   *[other] { PERSON($seat) ->
        [you] You have one knight more there, and { NAME($other) } one less.
       *[other] { NAME($seat) } has one knight more there, and { NAME($other) } one less.
    }
}
reason-keeps-apart = The bastion on { $space } keeps the duchies at { LIST($duchies) } apart.
reason-cannot-grow = { PERSON($seat) ->
    [you] Your duchy at { $duchy } cannot grow over { $space } any more.
   *[other] { NAME($seat) }'s duchy at { $duchy } cannot grow over { $space } any more.
}
reason-bastions-left = { PERSON($seat) ->
    [you] You have { bastions } after that.
   *[other] { NAME($seat) } has { bastions } after that.
}
reason-bastions-kept = { PERSON($seat) ->
    [you] You keep { bastions } for later.
   *[other] { NAME($seat) } keeps { bastions } for later.
}
reason-card-is-free = Card { $card } cannot place anything by its number now: nothing is lost.
reason-supply-empty = { PERSON($seat) ->
    [you] Your supply of knights is empty: the game ends with this turn.
   *[other] { NAME($seat) }'s supply of knights is empty: the game ends with this turn.
}
reason-supply-low = { PERSON($seat) ->
    [you] You have { knights } left in the supply: the end is near.
   *[other] { NAME($seat) } has { knights } left in the supply: the end is near.
}
# $seat: a rival; $owner: whose duchy it is, if neither nobody's nor that of who moves; $spaces: where he could have taken it
reason-shielded = { PERSON($owner) ->
    [nobody] { NAME($seat) } can no longer take the duchy at { $duchy } with one knight, as on { LIST($spaces, type: "or") } before.
    [you] { NAME($seat) } can no longer take your duchy at { $duchy } with one knight, as on { LIST($spaces, type: "or") } before.
   *[other] { PERSON($seat) ->
        [you] You can no longer take { NAME($owner) }'s duchy at { $duchy } with one knight, as on { LIST($spaces, type: "or") } before.
       *[other] { NAME($seat) } can no longer take { NAME($owner) }'s duchy at { $duchy } with one knight, as on { LIST($spaces, type: "or") } before.
    }
}
reason-exposed = { PERSON($seat) ->
    [you] You could take the duchy at { $duchy } with a knight on { LIST($spaces, type: "or") }.
   *[other] { NAME($seat) } could take the duchy at { $duchy } with a knight on { LIST($spaces, type: "or") }.
}
reason-stands-beside = { PERSON($seat) ->
    [you] Your knight on { $space } stands beside { LIST($landmarks, of: "landmark", form: "a") }.
   *[other] { NAME($seat) }'s knight on { $space } stands beside { LIST($landmarks, of: "landmark", form: "a") }.
}
reason-stands-alone = { PERSON($seat) ->
    [you] Your knight on { $space } stands alone: no duchy yet.
   *[other] { NAME($seat) }'s knight on { $space } stands alone: no duchy yet.
}

# Said within other sentences.  $rival: who comes next, with $theirs knights; nobody where none has any.
strength = { PERSON($rival) ->
    [nobody] { knights } against none
    [you] { knights } against your { $theirs }
   *[other] { knights } against { NAME($rival) }'s { $theirs }
}
knights = { $knights ->
    [one] 1 knight
   *[other] { $knights } knights
}
bastions = { $bastions ->
    [one] 1 bastion
   *[other] { $bastions } bastions
}
