# cython: language_level=3
"""What the core was compiled for, checked at import against the processor it runs on."""

from tractor._core cimport TRACTOR_ABI

from tractor.errors import CoreError

ABI = TRACTOR_ABI   # of the core that runs; a consumer has the one it was compiled against built in

cdef extern from *:
    """
    #if defined(__POPCNT__)
    #define TRACTOR_NEEDS_POPCNT 1
    #else
    #define TRACTOR_NEEDS_POPCNT 0
    #endif
    #if TRACTOR_NEEDS_POPCNT && (defined(__GNUC__) || defined(__clang__))
    static int tractor_has_popcnt(void) { __builtin_cpu_init(); return __builtin_cpu_supports("popcnt") != 0; }
    #else
    static int tractor_has_popcnt(void) { return 1; }
    #endif
    #if defined(__VERSION__)
    #define TRACTOR_COMPILER __VERSION__
    #else
    #define TRACTOR_COMPILER "unknown"
    #endif
    """
    const bint NEEDS_POPCNT "TRACTOR_NEEDS_POPCNT"
    const char *COMPILER "TRACTOR_COMPILER"
    bint has_popcnt "tractor_has_popcnt"()

if not has_popcnt():
    raise CoreError(
        "the compiled core of tractor uses the popcnt instruction, which this processor lacks: "
        "build it from source with TRACTOR_PORTABLE=1 in the environment"
    )


def core_info():
    """What runs: a dict with `popcnt` (the instruction is used), `compiler` and `abi`.

    There is no slow fallback: if the library imports, this core is what answers.
    """
    return {"popcnt": bool(NEEDS_POPCNT), "compiler": (<bytes>COMPILER).decode(), "abi": ABI}
