### What the server says when it does not do what was asked.

refusal-our-fault = Something went wrong here, and it is our fault. Please try again.
refusal-stale = The table has moved on since: nothing was decided. Look again, and choose.

refusal-unknown-table = There is no table { $table }. Was the link copied whole?
refusal-unreadable-table = This table was played by other rules than this server knows. Its log is kept, but cannot be read.
refusal-unknown-game = { $why }
refusal-unknown-language = There are no words in “{ $language }” here.
refusal-unknown-theme = The themes are day and night.
refusal-unknown-art = There is no drawing '{ $file }' of this game.
refusal-unknown-level = There is no program '{ $level }'.
refusal-unknown-replay = There is no game { $id } to watch. Was the link copied whole?
refusal-unknown-viewer = The viewers are watcher, open, or a seat from 0 to { $last }.
refusal-unknown-analysis = There is no analysis { $id }. Ask for it with its game.

refusal-closed = Whoever runs this house has closed this table.{ $given ->
    [yes] { " " }{ $why }
   *[no] { "" }
}
refusal-removed = Whoever runs this house has removed you from this table: you cannot come back to it.{ $given ->
    [yes] { " " }{ $why }
   *[no] { "" }
}
refusal-banned = Whoever runs this house has shut its door to you { $ends ->
    [yes] until { $until }.
   *[no] for good.
}{ $given ->
    [yes] { " " }{ $why }
   *[no] { "" }
}
refusal-full = All seats of this table are taken. You can watch.
refusal-taken = That seat is taken. Choose another one.
refusal-up-and-down = You have got up from this table too often. You can sit down again in { $seconds ->
    [one] a second
   *[other] { $seconds } seconds
}.
refusal-crowded = Too many have come to this table and got up again. There is a seat for you in { $seconds ->
    [one] a second
   *[other] { $seconds } seconds
}.
refusal-no-seat = You have no seat at this table.
refusal-not-host = Only who has opened the table fills its seats.
refusal-not-your-seat = That is none of your seats.
refusal-no-seat-selected = Say first which of your seats decides.

refusal-nothing-to-add = Nothing is asked of you for the deal: it is made, or was to be made without you.
refusal-no-promise = What is promised for the deal is the SHA-256 of 32 bytes, and then these bytes: 64 small hexadecimal digits.
refusal-other-promise = You have promised something else for this deal, and that counts.
refusal-broken-promise = That is not what you have promised for the deal. It is made without you unless you tell the right bytes.
refusal-told-early = Not all have promised yet what they add to the deal. Tell it to nobody before that.

refusal-watching = You are watching: only those with a seat decide.
refusal-not-begun = The game has not begun: some seats are still open.
refusal-game-over = The game is over.
refusal-not-your-turn = It is not your turn but { NAMES($seats) }'s.
refusal-nothing-asked = Nothing is asked of you now.
refusal-program-decides = A program decides for you now.
refusal-late = Your time is up: a program decides this turn.
refusal-illegal = { $move }: { $reason }
refusal-no-alternative = That is not what you can choose instead.
refusal-unforeseen = Something hidden comes to light before that.

refusal-nothing-of-yours = You are watching: there is nothing of yours to take back.
refusal-not-running = The game is not running: nothing can be taken back.
refusal-nothing-yet = There is nothing of yours to take back yet.
refusal-taken-back = You have taken back { $most } turns in this game. What you decide from now on stays.
refusal-taken-back-here = You have taken back { $most } times what was decided here. Decide, and when the game has gone on you can take back again.
refusal-absent = { NAMES($seats) } cannot be asked now, and what was decided in person is not taken back without consent.
refusal-declined = The others would rather let that turn stay. It is asked for once.
refusal-asked-already = The table is being asked already. Wait for the answers.
refusal-not-asked = Nobody is asking you that any more.
refusal-not-away = Nobody whom the game waits for is away there: whoever is thinking is left to think.
refusal-waited-long = You have given more time { $most } times already. Let a program play, or wait until the time is up.
refusal-rematch-watching = Those who played decide about a rematch.
refusal-rematch-early = A rematch comes after the game.

refusal-bad-options = The table cannot be set up so: { $why }.
refusal-level-of-program = A program has a level, and only a program has one.
refusal-name-at-device = Only those at your device are given names.
refusal-seats-as-players = There are as many seats as players.
refusal-name-missing = Everybody at your device needs a name.
refusal-names-alike = Those who share a device need names that differ.
refusal-bad-name = A name is one line of 1 to { $most } letters that can be seen, and does not begin like that of a program, “bot:”.
refusal-clock-move = A decision has { $least } to { $most } seconds.
refusal-clock-reserve = The reserve is { $least } to { $most } seconds.
refusal-grace = A program plays on for somebody who is away after { $least } to { $most } seconds, or never.
refusal-branch-at = That game can be taken up after 0 to { $last } decisions, not after { $at }.
refusal-branch-nobody = Nobody decides at that moment.
refusal-branch-seats = That game has { $right } seats, not { $wrong }.
refusal-branch-other-game = That game was another one, or was played with other options.

refusal-no-hints = Advice is for those who play alone with programs.
refusal-busy = Too much is being thought about at the moment. Ask again in { $seconds ->
    [one] a second
   *[other] { $seconds } seconds
}.
refusal-enough-begun = { $most ->
    [one] One analysis of yours is
   *[other] { $most } analyses of yours are
} under way. Wait until one is done, and ask again in { $seconds ->
    [one] a second
   *[other] { $seconds } seconds
}.
refusal-too-much = { $what ->
    [tables] You have opened many tables in a short time.
    [joins] You have sat down and got up very often in a short time.
    [names] You have changed your name very often in a short time.
    [uploads] You have uploaded many records in a short time.
    [replays] You have looked at many games in a short time.
    [advice] You have asked for advice very often in a short time.
    [analyses] You have asked for many analyses in a short time.
    [keys] You have tried addresses that do not open this page.
    [thinking] Programs have thought for a long time at your tables.
   *[other] You have sent very much in a short time.
} Others want their share too: go on in { $minutes ->
    [one] { $seconds ->
        [one] a second
       *[other] { $seconds } seconds
    }
   *[other] { $minutes } minutes
}.
refusal-too-many-sockets = Too many tables are open: { $most } pages are enough for one person, and { $around } for all at one address. Close one, then try again.
refusal-record-early = The record tells everything, the seed too: it is given out when the game is over.
refusal-replay-early = A game can be watched again when it is over.
refusal-record-too-large = A record has at most { NUMBER($most, useGrouping: "always") } letters here.

refusal-no-key = This is for whoever runs the server. On its machine, “palatine host link” makes an address that opens it.
refusal-wrong-key = This address has been used already, or is too old. On the machine of the server, “palatine host link” makes another one.
refusal-unknown-person = There is no person { $person } here. “palatine host show people” lists them.
refusal-unknown-ban = There cannot be a ban { $number }: bans have numbers, as “palatine host show bans” tells them.
refusal-bad-target = “{ $text }” is neither a person nor an address. Right would be the 16 letters of a person, as 0123456789abcdef, an address, as 192.0.2.7 or 2001:db8::7, or a range of them, as 192.0.2.0/24 or 2001:db8::/64.
refusal-inside = { $text } lies within a range: write { $network } to ban all of it, or the address alone.
refusal-too-wide = { $network } is so wide that it would ban nearly everybody. If that is meant, say so by force.
refusal-own-door = { $target } would ban yourself, or the machine of the server and whoever comes through it. If that is meant, say so by force.
refusal-bad-end = A ban ends after more than 0 and at most { NUMBER($most, useGrouping: "always") } hours, or not at all.
refusal-bad-why = A reason is one line of at most { $most } letters.
refusal-never-began = This table was closed before its game began: there is nothing to see.

refusal-foreign = This page is from another site: nothing was done.
refusal-wrong-host = This server does not go by the name “{ $host }”. Whoever runs it can add the name, by --allowed-host.
refusal-not-json = What is sent has to be JSON, and to say so: Content-Type: application/json.
refusal-bad-message = This is no message that the table knows: { $detail }
refusal-message-too-large = A message has at most { $most } letters.
refusal-too-deep = This is nested too deeply.
refusal-bad-id = An id has 1 to { $most } letters.
refusal-turn-too-long = A turn is 1 to { $most } moves.
refusal-too-many-things = Point at no more than { $most } things.
refusal-storage-unusable = Nothing can be written down here at the moment, so nothing was done. Please try again in a while.
refusal-storage-replaced = This server has lost the file it keeps its games in: nothing was done, and nothing can be until it is restarted.
refusal-restarting = The server is restarting. The table comes back by itself.

problem-http = { LIST($parts, type: "semicolon") }

ask-locked = { $choice }: locked. You can change it until all have chosen.
explain-confirm-first = Nothing more can be chosen before this is confirmed.

error-bad-share = '{ $text }' is no limit: give NAME=RATE/BURST, so much a minute and so much at once, or connections=MOST or sockets=MOST; the names are { LIST($names) }
error-database-address = '{ $text }' is no database address: give a file, or postgresql://user:password@host/name
error-database-kind = '{ $kind }' is no database that Palatine knows: give a file, or postgresql://…
error-database-open = the database { $address } cannot be opened: { $why }
error-database-newer = it was made by a newer version of Palatine
error-database-older = the database { $address } was made by an older version of Palatine: start the server on it once, and try again
error-database-damaged = the database is damaged: { $why }
error-log-without-table = table { $table }: there is a log, but no table
error-log-gap = table { $table }: entry { $number } of the log is missing
error-header-unreadable = table { $table }: its header cannot be read: { $why }
error-header-misplaced = table { $table }: its header is that of table { $other }
error-backup-exists = { $path } is there already: choose another name, or add --overwrite
error-restore-exists = there are games in { $address }, and they would be lost: choose another database, or add --overwrite
error-restore-open = a server has { $address } open: stop it first
error-no-backup = { $path } is no backup: { $why }
error-redis-missing = for several processes install palatine with its extra: palatine[redis]
error-redis-address = '{ $text }' is no address of Redis: give redis://host:port/0
error-table-breaks = table { $table }: { $why }
