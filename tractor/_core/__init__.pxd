# cython: language_level=3
"""The number of the core's binary interface, and the check that a consumer calls once.

A compiled module that cimports the core has the structs of its .pxd files built in. If tractor is
then upgraded without rebuilding that module, C reads the new structs with the old offsets:
answers are wrong and nothing complains. So the number is raised with every change of a struct or
of what an exported function expects, and a consumer says, before its first use of the core::

    from tractor._core cimport import_tractor
    import_tractor()
"""

cdef enum:
    TRACTOR_ABI = 1


cdef inline int import_tractor() except -1:
    """Raise `CoreError`, an ImportError, unless the core at hand is the one compiled against."""
    from tractor._core.cpu import ABI
    if ABI != TRACTOR_ABI:
        from tractor.errors import CoreError
        raise CoreError(
            f"this module was compiled against ABI {TRACTOR_ABI} of the tractor core, but the "
            f"installed one has ABI {ABI}: rebuild the module"
        )
    return 0
