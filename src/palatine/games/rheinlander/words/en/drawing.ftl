### Words on the picture of the table.

drawing-board = { $areas } areas, { $sites } building sites
# $first, $last: the names of reaches
drawing-board-with-reaches = { $areas } areas, { $sites } building sites, from { $first } to { $last }
drawing-the-end = The end
drawing-pile = Draw pile: { $cards }
drawing-points = { $points } points
drawing-wins = { $points } points, wins
drawing-archbishop = archbishop
