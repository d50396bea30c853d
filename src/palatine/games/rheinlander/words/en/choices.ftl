### What can be chosen, and what is asked.

choice-place = Knight on { $space }
# where the cards of two areas lead to the space
choice-place-by-card = Knight on { $space } with card { $card }
choice-convert = Convert the knight on { $space }
choice-convert-by-card = Convert the knight on { $space } with card { $card }
choice-reinforcement = Card { $card } as reinforcement
choice-discard = Discard card { $card }
choice-station = Knight on { $space }
choice-build = Bastion on { $space }
choice-done = No bastion

use-reinforce = As reinforcement
use-discard = Discard

# What a seat is asked for; the same without its full stop stands in answers to what cannot be chosen.
ask-over = { ask-over.bare }.
    .bare = The game is over
ask-bastion = { ask-bastion.bare }.
    .bare = Add a bastion, or end your turn
ask-reinforce = { ask-reinforce.bare }.
    .bare = Place the reinforcement
ask-discard = { ask-discard.bare }.
    .bare = You can place nothing: discard a card
ask-convert = { ask-convert.bare }.
    .bare = Your turn: play a card, or convert a knight with it
ask-play = { ask-play.bare }.
    .bare = Your turn: play a card

# A text that is no move.
move-nonsense = this is no move; moves look like 23>L23, 7xL7, 14+, R22, 14-, #L30 or a full stop
move-no-card = there is no card { $card }: cards are numbered 1 to { $last }
move-no-space = there is no space { $space } on the board { $board }
move-other-area = { $space } is not in area { $area }: that has { LIST($spaces) } (rule 6)
move-bastion-on-river = { $space } is a river space: a bastion stands on a land space (rule 10)
move-reinforcement-on-river = { $space } is a river space: reinforcement goes to a land space (rule 7)
