"""Every setting of the server: one section per part, each beside the part that it belongs to.

``section`` is what a section is made of, ``root`` holds them all, ``sources`` and ``loading`` read
them, ``overrides`` applies those of a request, ``page`` writes the reference page. This module is
empty: a section imports ``section`` alone, and must not import all the others with it.
"""
