# cython: language_level=3
"""Where rounds come from; nothing here is for `cimport`."""
