"""A table as its log tells it: state, rules of what may be done, and what each viewer sees; no network."""
