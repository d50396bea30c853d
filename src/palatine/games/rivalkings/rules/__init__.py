"""The rules of Rival Kings: what there is, what can be decided, what happens, and the compiled rules."""
