"""Why: what forbids a decision, what speaks for one, and what is wrong with a state."""
