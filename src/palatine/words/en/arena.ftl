### Files of tournaments.

arena-none = this is not the file of a tournament: { $detail }
arena-other-version = version { $theirs } of the format; this reads { $ours }
