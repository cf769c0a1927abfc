"""A module that nothing imports: if it is imported, a plugin was loaded that was not chosen."""
