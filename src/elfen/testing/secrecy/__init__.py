"""The law of noninterference: each file is a part of it, or what its parts share."""
