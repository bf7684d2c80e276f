"""The versions of the library and of its stream of deals, the only place where they are written."""

VERSION = "0.1.0"

STREAM_VERSION = 2
"""Raised whenever a deal or a simulated round of a (seed, index) becomes another one."""
