from typing import TypedDict, type_check_only

ABI: int

@type_check_only
class _CoreInfo(TypedDict):
    popcnt: bool
    compiler: str
    abi: int

def core_info() -> _CoreInfo: ...
