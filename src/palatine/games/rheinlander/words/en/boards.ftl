### Board files that cannot be read, and what a board is like.

board-summary = { $areas } areas, { $spaces } spaces ({ $land } land), { $borders } borders, { $sites } building sites
board-too-small = the board { $board } has too few areas for { $players } hands of { $hand }

board-is-ours = { $path }: { $name } is a board of ours; give yours another name
board-unknown = there is no board '{ $name }'; there is { LIST($known, type: "or") }
board-other-name = the board is named '{ $name }', but its file '{ $file }'
board-empty-file = the file is empty; a board starts with its header line
board-bad-title = the title is one line of printable text
board-bad-size = the size of the drawing is from 10 to 10000 each way
# $what: a word of the file format, as "space"; $detail: of the reader of JSON, in English
board-no-line = not a { $what } line: { $detail }
# $known: the words of the file format, of which a line has one
board-unknown-line = a line of a board file has one of { LIST($known, type: "or") }
board-bad-space = '{ $name }' is no name of a space: a capital letter and a number, like L23
board-space-twice = space { $space } is there twice
board-bad-polygon = the polygon of { $space } has fewer than three corners
board-bad-areas = { $kind ->
    [land] { $space }: a land space belongs to one or two areas
   *[water] { $space }: a water space belongs to one area
}
board-no-such-area = { $space }: areas have numbers from 1 to { $last }, not { $area }
board-area-too-full = { $kind ->
    [land] { $space }: area { $area } has a land space too many
   *[water] { $space }: area { $area } has a water space too many
}
board-no-spaces = there are no spaces
board-area-needs = area { $area } needs two land spaces and a river space
board-no-such-space = there is no space { $space }
board-many-neighbours = { $space } has more than { $most } neighbours
board-next-to-itself = { $space } cannot be next to itself
board-adjacent-twice = { LIST($spaces) } are adjacent twice
board-must-be-next = { $river } must be next to { $land }, a land space of its area
board-river-broken = the river is broken: { $space } cannot be reached from { $start } by water
board-other-site = sites are named in order: this one is { $right }, not { $wrong }
board-many-sites = there are { $most } landmarks: no more sites than that
board-site-not-on-land = { $site }: { $space } is no land space
board-site-between-strangers = { $site }: { LIST($spaces) } do not touch each other
board-site-twice = { $site }: there is a site between { LIST($spaces) } already
board-bad-reach-name = the name of a reach is one line of printable text
board-bad-reach = { $reach }: a reach goes from a first area to a last one, within 1 to { $last }
board-reach-twice = { $reach }: area { $area } has a reach already
