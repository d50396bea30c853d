"""What players that think need to know of the game beyond its rules."""
