"""Code that computes metrics of its own, in a process that can do nothing else.

Anyone who writes the criteria of a task may bring code for what no extractor measures. It is run by
an interpreter that has no files, network, processes, environment or clock, in a process that is
ended from outside past its limits, and used for one program: see ``engine``.
"""
