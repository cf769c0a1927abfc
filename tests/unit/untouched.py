"""A module that nothing imports: who finds it imported has loaded what was not chosen."""
