### Records: files that cannot be read, or do not replay.

error-in-file = { $source }: { $reason }
error-in-line = { $source }, line { $line }: { $reason }
error-cannot-write = { $path } cannot be written: { $why }
error-cannot-read = cannot be read: { $why }
error-no-such-state = { $source } has { $decisions } decisions: there is no state { $asked }

record-game-is-written = the game is written '{ $right }', not '{ $wrong }'
record-other-commitment = the commitment is not the SHA-256 of the seed
record-redeal-at = after { $at } decisions cards are dealt anew, which has to be between { $least } and { $most }
record-bad-redeal = cards are dealt anew: { $reason }
record-bad-deal = the seed of the deal was made of several parts, and one is none: { $reason }
record-broken-promise = what seat { $seat } added to the deal is not what was promised, or there is no such seat
record-other-deal-commitment = the commitment of the deal is not the SHA-256 of its secret
record-other-deal = the seed is not made of the secret and the parts of the deal
record-early-result = a result, but the game is not over
record-no-result = the game is over after this line, but its result is missing
record-other-result = the moves lead to another result: { LIST($parts, type: "semicolon") }
record-other-points = points { LIST($right, type: "comma") } and not { LIST($told, type: "comma") }
record-other-winners = winner: seat { LIST($right, type: "comma") } and not { LIST($told, type: "comma") }
record-other-end = end: { $right } and not { $told }
record-empty-file = the file is empty; a record starts with its header line
record-other-version = version { $theirs } of the format; this reads version { $ours }
record-empty-line = this line is empty; every line of a record says something
record-key-twice = the key { $name } is there twice
record-too-deep = this is nested too deeply
record-no-record = this is no record of Palatine: its first line is no header
record-not-utf8 = this is not UTF-8
record-breaks-off = this line breaks off: the file is not complete
record-no-line = { $detail ->
    [none] this is not a { $what } line
   *[other] this is not a { $what } line: { $detail }
}
record-not-in-seat-order = what is decided at the same time is recorded in seat order
record-dealt-after-end = the game is over after { $decisions } decisions: nothing is dealt then
