"""Worker processes: they run what hostile input can stall or crash, and can be ended at any time.

``serving`` is the side of the worker, ``pool`` and ``process`` are the side that asks.
"""
