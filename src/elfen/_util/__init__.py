"""What any file may use and what knows nothing of games."""
