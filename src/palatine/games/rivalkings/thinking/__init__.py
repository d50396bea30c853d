"""What players that think need to know of Rival Kings."""
