"""What pytest and hypothesis load by themselves when they start.

It is a package of its own because nothing of elfen may be imported before it is wanted:
whoever runs other tests pays next to nothing for having elfen installed.
"""
