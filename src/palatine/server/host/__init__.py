"""For whoever runs the server: what is going on, closing and banning, keys, and what is kept how long."""
