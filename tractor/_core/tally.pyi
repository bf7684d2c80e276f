TOTALS: tuple[str, ...]
ROW_FIELDS: tuple[tuple[str, str], ...]
ROW_SIZE: int
