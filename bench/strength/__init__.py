"""What `palatine bench players` is made of."""
