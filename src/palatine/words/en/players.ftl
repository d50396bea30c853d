### Programs that play: what they are called, what can be wrong with them, and what they advise.

## Levels, from the weakest to the strongest

level-beginner = Beginner
    .help = Makes many mistakes: whoever takes what brings the most points at once wins two games of three, or more.
    .rank = for a first game
level-casual = Casual
    .help = Goes by first impressions, with some practice; a beginner seldom comes before it.
    .rank = has some practice
level-greedy = Quick
    .help = Takes what looks best at once, and looks no further: ahead of Casual in about seven games of ten.
    .rank = sees what is best now
level-club = Club player
    .help = Imagines for a moment how the game may go on: ahead of Quick in about seven games of ten.
    .rank = thinks a few moves ahead
level-best = Best
    .help = Takes up to a second for a decision: ahead of a club player in about seven games of ten, and the strongest here.
    .rank = the strongest, takes up to a second
## Only tables of old have these.

level-expert = Expert
    .help = Thinks for a twentieth of a second.
level-random = Careless
    .help = Does anything that is allowed.


## How players are named that have no name of their own

player-search-time = Thinks so long about every decision: 30ms, 1s; with *2 in two threads.
player-search-iterations = Thinks so many thoughts, however long that takes.
player-class = A Python class of yours, found from the current folder.
player-command = A program in any language, over standard input and output.

## What names no player

# $player is quoted already.
error-player-not-plain = { $player } is no program: its name is one line of printable text
error-unknown-player = there is no program '{ $player }'; there is { LIST($known, type: "comma") }
# $budget is what follows "search:"; $reason is one of the four below.
error-bad-budget = there is no program 'search:{ $budget }': { $reason }
budget-form = after search: comes a time like 30ms or 1s or a number like 500, then perhaps *2
budget-threads = the threads are 1 to { $most }
budget-time = the time is more than nothing and at most { $most }s
budget-iterations = without ms or s it is a whole number from 1 to { NUMBER($most, useGrouping: 1) }
error-bad-limit = a limit is between 0 and { NUMBER($most, useGrouping: 1) } seconds, not { $seconds }

error-no-command = 'run:' has no command: write run:COMMAND, like run:python3 player.py
error-command-unreadable = 'run:{ $command }' cannot be read as a command: { $why }
error-program-not-found = 'run:{ $command }': the program '{ $program }' was not found
error-program-not-executable = 'run:{ $command }': the program '{ $program }' cannot be run: it is not executable

error-no-class-name = '{ $player }' names no class: write module:Class, like mybot:Player
error-class-of-file = '{ $player }' names no class: write module:Class, without .py
# $reason is one of those below, or of the faults.
error-class-not-loaded = '{ $player }' cannot be loaded: { $reason }
class-no-module = there is no module '{ $module }', neither in { $folder } nor installed
class-module-fails = module '{ $module }' cannot be loaded: { $why }
class-missing = module '{ $module }' has no class '{ $name }'
class-missing-others = module '{ $module }' has no class '{ $name }'; it has { LIST($there, type: "comma") }
class-no-choose = class '{ $player }' has no method choose(self, game, view, seat)

## What a program of somebody else did wrong; no full stop at the end

fault-cannot-start = it cannot be started: { $why }
fault-late = no answer within { $seconds } seconds
fault-too-long = an answer is one short line, not more than { NUMBER($most, useGrouping: 1) } bytes
# $said is what it wrote, quoted already; here and below.
fault-unasked = it wrote { $said } without being asked: one line an answer
fault-closed = it closed its output
fault-exit-code = it ended with exit code { $code }
fault-signal = it was ended by signal { $signal }
# $how is one of the three above, $words the last line that it wrote to its error output.
fault-last-words = { $how }: { $words }
fault-not-json = { $said } is not JSON
fault-no-answer = { $said } is no answer like { "{" }"move":"…"{ "}" }
fault-illegal = { $said } is not one of its legal moves
fault-no-number = { $said } is not the number of a decision
fault-illegal-number = { $said } is not one of game.legal(view, seat)
fault-not-asked = it was not asked any more: it has failed { $times } times in this game

## Advice and analyses

advice-unseen = What it is worth shows only in how the game goes on.
error-nothing-to-decide = seat { $seat } has nothing to decide at this moment
error-nobody-decides = { $source }: after { $decisions } decisions the game is over, and nobody decides; ask for a moment from 0 to { $last }
error-another-decides = { $source }: after { $decisions } decisions it is seat { LIST($acting, type: "or") } that decides, not { $seat }
analysis-other-version = version { $theirs }; this reads version { $ours }
analysis-none = this is no analysis: { $detail }
analysis-unsound = this is no analysis: its moments do not fit its players and decisions
# How exactly a seat has played: of the chances that its best choices had, the share that it kept.
analysis-kept = { $how ->
    [exact] Kept { $percent } % of its chances: hardly anything was given away.
    [fair] Kept { $percent } % of its chances: a little was given away.
   *[loose] Kept { $percent } % of its chances: much was given away.
}
# What the cards that came up did to its chance to win, all in all.
analysis-luck = { $how ->
    [good] Lucky: its cards added { $percent } % to its chance, all in all.
    [bad] Unlucky: its cards took { $percent } % from its chance, all in all.
   *[none] Luck hardly spoke.
}
