"""The rules: the board, what is in the box, and one module for each chapter of the rulebook."""
