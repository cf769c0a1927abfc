"""The law of agreement: each file is a part of it, or what its parts share."""
