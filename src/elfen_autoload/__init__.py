"""Entry points that pytest and hypothesis load on their own when they start.

This is a separate package because nothing of elfen may be imported before it is needed: when
other tests run, having elfen installed costs next to nothing.
"""
