"""The compiled core: every rule is written here once, over bit planes, without the GIL.

For C code and Cython: free functions over plain structs, to be cimported from the modules of this
package. Call `import_tractor()` of `__init__.pxd` once before anything else. From Python use the
typed modules of `tractor`, which check what they are given.
"""
