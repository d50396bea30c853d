### What every game says: seats, refusals, what can be taken back.

seat-name = { NAME($seat) }
seat-numbered = seat { $seat }
seat-program = { TERM($colour, of: "colour") } ({ $player })
seat-shared-name = { $name } ({ TERM($colour, of: "colour") })

colour-Red = Red
colour-Gold = Gold
colour-Violet = Violet
colour-Blue = Blue
colour-Green = Green

sentence = { $said }.
ask-to-decide = It is your turn: choose.

error-illegal-move = seat { $seat } cannot play '{ $move }': { $reason }
error-no-move = this is no move; moves look like { LIST($patterns, type: "or") }
error-unknown-seat = there is no seat { $seat }: seats are 0 to { $last }
error-bad-name = a name is one line of printable text, of 1 to 100 characters
error-other-names = { $players } players have as many names, not { $names }

refused-not-now = this is not possible now
refused-no-choice = That cannot be chosen now. { $asked }
refused-comes-later = what is decided before it has to happen first
refused-move-is-text = a move is a text
refused-no-decision = there is no such decision
refused-game-over = the game is over
refused-no-seat = there is no such seat: seats are 0 to { $last }
refused-not-its-turn = it is not this seat's turn but seat { LIST($acting, type: "and") }'s

final-nothing-yet = there is nothing of yours to take back yet
final-others-since = there is nothing of yours to take back: others have decided since
final-seen-since = something hidden was seen: that cannot be taken back
field-n = decision

error-as-said = { $text }
