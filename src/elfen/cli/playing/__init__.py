"""What `elfen play` consists of: the session, the screen, the menu, typed lines, the map.

Everything that a person is shown is made from the view of a seat.
"""
