"""The parts of `elfen play`: the session, the screen, the menu, typed lines, the map.

Everything shown to a person is made from the view of a seat.
"""
