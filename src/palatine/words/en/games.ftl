### Which games there are, and how they are set up.

error-unknown-game = there is no game '{ $name }'; there is { LIST($known, type: "or") }
error-unknown-ruleset = there is no ruleset { $ruleset } of { $title } here; there is { LIST($known, type: "or") }
error-unknown-option = there is no option '{ $name }'; there is { LIST($known, type: "comma") }
error-no-number-of-players = the number of players is missing
error-option-type = options: { $detail }
error-number-of-players = { $title } is for { $fewest } to { $most } players, not { $players }
error-bad-seed = { $seed } is no seed: a seed is 64 hexadecimal digits, or a whole number from 0 on
error-seed-size = a seed has { $right } bytes, not { $wrong }
