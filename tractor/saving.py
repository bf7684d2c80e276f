"""Tables in files: Parquet, npz, CSV, written piece by piece under a temporary name.

A file gets its name when it is complete. What an interrupted run has left is kept beside it, as
``name.partial.parquet``, and says so in its metadata. The same rows make the same file, to the last
byte, however they came in pieces.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import zipfile
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["FORMATS", "Writer", "open_writer", "partial_name", "read_table"]

Table: TypeAlias = NDArray[np.void]
Metadata: TypeAlias = Mapping[str, object]

_KEY: Final = b"tractor"  # of the metadata in a Parquet file
_GROUP: Final = 2**17  # rows of a row group


class Writer(ABC):
    """A file of rows that is being written: rows in order, then `finish`.

    A context manager: left without `finish`, it takes the file away.
    """

    def __init__(self, path: Path) -> None:
        self._temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
        self._file: BinaryIO | None = open(self._temporary, "wb")  # noqa: SIM115

    @property
    def _out(self) -> BinaryIO:
        """The open file."""
        if self._file is None:
            raise ValueError("the file is written and closed")
        return self._file

    @abstractmethod
    def write(self, rows: Table) -> None:
        """Add rows."""

    @abstractmethod
    def _end(self, metadata: Metadata) -> None:
        """Write what is left."""

    def finish(self, metadata: Metadata, path: Path) -> None:
        """Complete the file and give it its name.

        Args:
            metadata: What a reader has to know of the rows.
            path: The name; what has it now is replaced.
        """
        self._end(metadata)
        self._out.close()
        self._file = None
        try:
            os.replace(self._temporary, path)
        except OSError:
            self._temporary.unlink(missing_ok=True)
            raise

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Nothing is left of a file that was not finished."""
        if self._file is not None:
            file, self._file = self._file, None
            with contextlib.suppress(Exception):
                self._drop()
            with contextlib.suppress(OSError):
                file.close()
            with contextlib.suppress(OSError):
                self._temporary.unlink()

    def _drop(self) -> None:  # noqa: B027
        """Let go of what holds the file."""


class _Parquet(Writer):
    """Columns in row groups of a fixed size. Needs pyarrow."""

    def __init__(self, path: Path) -> None:
        self._parquet = _pyarrow()
        super().__init__(path)
        self._writer: Any = None
        self._waiting: list[Table] = []
        self._rows = 0

    def write(self, rows: Table) -> None:
        """Rows wait until they fill a row group."""
        self._waiting.append(rows)
        self._rows += len(rows)
        if self._rows >= _GROUP:
            table = self._gathered()
            whole = len(table) - len(table) % _GROUP
            for at in range(0, whole, _GROUP):
                self._put(table[at : at + _GROUP])
            self._waiting, self._rows = [table[whole:].copy()], len(table) - whole

    def _gathered(self) -> Table:
        """The rows that wait, as one array."""
        return np.concatenate(self._waiting) if len(self._waiting) != 1 else self._waiting[0]

    def _put(self, rows: Table) -> None:
        """One row group."""
        import pyarrow as arrow

        assert rows.dtype.names is not None
        columns = {name: np.ascontiguousarray(rows[name]) for name in rows.dtype.names}
        table = arrow.table(columns)
        if self._writer is None:
            self._writer = self._parquet.ParquetWriter(self._out, table.schema, compression="zstd")
        self._writer.write_table(table, row_group_size=_GROUP)

    def _end(self, metadata: Metadata) -> None:
        if self._rows or self._writer is None:
            self._put(self._gathered())
        self._writer.add_key_value_metadata({_KEY.decode(): json.dumps(metadata)})
        self._writer.close()

    def _drop(self) -> None:
        if self._writer is not None:
            self._writer.close()


class _Npz(Writer):
    """All rows at once: numpy's files begin with the number of rows."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._waiting: list[Table] = []

    def write(self, rows: Table) -> None:
        """Rows wait for the end."""
        self._waiting.append(rows)

    def _end(self, metadata: Metadata) -> None:
        table = np.concatenate(self._waiting) if len(self._waiting) > 1 else self._waiting[0]
        self._waiting = []
        np.savez(self._out, table=table, metadata=np.array(json.dumps(metadata)))


class _Csv(Writer):
    """Lines of text; booleans are 0 and 1."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._begun = False

    def write(self, rows: Table) -> None:
        """Write the rows, and before the first ones the names of the columns."""
        text = io.StringIO()
        lines = csv.writer(text, lineterminator="\n")
        assert rows.dtype.names is not None
        if not self._begun:
            lines.writerow(rows.dtype.names)
            self._begun = True
        forms = [
            (name, "u1" if rows.dtype[name] == np.bool_ else rows.dtype[name])
            for name in rows.dtype.names
        ]
        lines.writerows(rows.view(forms).tolist())
        self._out.write(text.getvalue().encode("ascii"))

    def _end(self, metadata: Metadata) -> None:
        """There is no place for metadata."""


FORMATS: Final[Mapping[str, type[Writer]]] = {".parquet": _Parquet, ".npz": _Npz, ".csv": _Csv}


def open_writer(path: str | os.PathLike[str], form: str = "") -> Writer:
    """Begin a file of rows.

    Args:
        path: Its name; something else stands there until it is finished.
        form: One of ``FORMATS``; otherwise the suffix of the name says it.

    Raises:
        ValueError: The suffix says nothing.
        ImportError: pyarrow is missing: the extra ``parquet``.
        OSError: The file cannot be written.
    """
    where = Path(path)
    kind = FORMATS.get(form or where.suffix.lower())
    if kind is None:
        raise ValueError(f"a table is written as {', '.join(FORMATS)}: {where.name!r} is none")
    if where.is_dir():
        raise IsADirectoryError(f"{where} is a directory")
    return kind(where)


def partial_name(path: Path) -> Path:
    """The name for what an interrupted run has left."""
    return path.with_name(f"{path.stem}.partial{path.suffix}")


def read_table(path: str | os.PathLike[str], dtype: np.dtype[np.void]) -> tuple[Table, str]:
    """The rows of a Parquet or npz file, and its metadata as JSON.

    Args:
        path: The file.
        dtype: What a row is.

    Raises:
        ValueError: Another suffix, or the file has other columns.
        ImportError: pyarrow is missing: the extra ``parquet``.
        OSError: The file cannot be read.
    """
    where = Path(path)
    read = {".parquet": _read_parquet, ".npz": _read_npz}.get(where.suffix.lower())
    if read is None:
        raise ValueError(f"a result is read from .parquet or .npz: {where.name!r} is none")
    table, text = read(where, dtype)
    table.flags.writeable = False
    return table, text


def _read_parquet(path: Path, dtype: np.dtype[np.void]) -> tuple[Table, str]:
    """Rows and metadata of a Parquet file, a row group at a time."""
    parquet = _pyarrow()
    with path.open("rb") as stream:
        try:
            file = parquet.ParquetFile(stream)
            columns = {each.name: str(each.type) for each in file.schema_arrow}
            if columns != _arrow_columns(dtype):
                raise ValueError("it has other columns")
            table = np.empty(file.metadata.num_rows, dtype)
            at = 0
            for group in range(file.num_row_groups):
                rows = file.read_row_group(group)
                for name in columns:
                    table[name][at : at + len(rows)] = rows[name].to_numpy()
                at += len(rows)
            metadata = file.metadata.metadata or {}
        except ValueError as error:  # also what pyarrow raises for a broken file
            raise ValueError(f"{path} is no table of rounds: {error}") from error
    return table, metadata.get(_KEY, b"{}").decode()


def _arrow_columns(dtype: np.dtype[np.void]) -> dict[str, str]:
    """The columns that Parquet files of these rows have, and their types."""
    assert dtype.names is not None
    return {name: dtype[name].name for name in dtype.names}


def _read_npz(path: Path, dtype: np.dtype[np.void]) -> tuple[Table, str]:
    """Rows and metadata of an npz file."""
    try:
        with path.open("rb") as stream:
            arrays = np.load(stream, allow_pickle=False)
            if not isinstance(arrays, np.lib.npyio.NpzFile):
                raise ValueError("it is no npz file")
            table, text = arrays["table"], arrays["metadata"]
    except (KeyError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path} is no table of rounds: {error}") from error
    if table.dtype != dtype or table.ndim != 1 or text.shape != () or text.dtype.kind != "U":
        raise ValueError(f"{path} is no table of rounds: it has other columns")
    return table, str(text)


def _pyarrow() -> Any:
    """The module ``pyarrow.parquet``, or an error that names the extra."""
    try:
        import pyarrow.parquet as parquet
    except ImportError as error:
        raise ImportError(
            "Parquet files need pyarrow: pip install 'tractor-rules[parquet]'"
        ) from error
    return parquet
