choice-bid = Bid { $card }
field-prize = prize
field-hand = hand
field-won = won
field-bidding = has to bid
field-bid = bid
field-turned = prizes turned up
field-left = prizes to come

event-turned = The prize is { $prize }.
event-bid = { $card ->
    [none] { NAME($seat) } has bid.
   *[other] { PERSON($seat) ->
        [you] You bid { $card }.
       *[other] { NAME($seat) } bids { $card }.
    }
}
event-shown = { PERSON($seat) ->
    [you] You have
   *[other] { NAME($seat) } has
} bid { $card }.
event-took = { PERSON($seat) ->
    [you] You take
   *[other] { NAME($seat) } takes
} the prize of { $prize }.
event-tied = The highest bid was made twice: nobody gets the prize of { $prize }.
