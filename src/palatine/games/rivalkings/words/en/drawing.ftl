### What is written on cards and in pictures of the table, where there is little room.

drawing-card = { TERM($card, of: "card") }
drawing-character = { TERM($character, of: "character", form: "card") }
drawing-ability = { TERM($subject, of: "ability") }
# on a character, over the rank that it robs
drawing-robs = robs
drawing-active = active
drawing-used = used

## The middle of the table

drawing-when = Round { $round }, cycle { $cycle }
drawing-phase = { $phase ->
    [choose] Characters are chosen
    [gardener] The Gardener’s choice
    [watchman] The Watchman’s choice
    [act] The court acts
   *[over] The game is over
}
drawing-height = { $cards ->
    [0] no cards
    [1] last card
   *[other] { $cards } cards
}
drawing-pairs-with = Pairs with the { TERM($subject, of: "card") }.
drawing-no-money = no money
drawing-some-money = some
drawing-last-paid = last paid { $coins }
drawing-supply = Supply
drawing-neutral = Neutral
drawing-left = { $left } left

## A court

drawing-points = { $points } points
drawing-not-chosen = not yet chosen
# the parts of a score, in two lines; $…: points, with a real minus
drawing-parts-of-cards = pairs { $pairs }, colours { $colours }, singles { $singles }
drawing-parts-of-rest = coins { $coins }, markers { $markers }
drawing-asked = { $phase ->
    [choose] chooses a character
    [gardener] may swap characters
   *[watchman] may stand guard
}
drawing-steals = steals from { NAME($victim) }
drawing-may-use = may use the ability
drawing-may-do = may { LIST($actions, type: "or", of: "action", form: "short") }

## The sheet with all cards

drawing-all-cards = Twelve members of the court, sixteen subjects and their buildings
drawing-area = { TERM($suit, of: "suit", form: "area") }
drawing-meaning = { TERM($action, of: "action", form: "meaning") }
drawing-goes-first = goes first among equals
drawing-a-subject = a subject
drawing-a-building = a building
drawing-a-pair = a perfect pair
