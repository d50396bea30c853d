"""What people see and hear of a game: positions, what happened and what is asked, the terminal."""
