"""Tables in files: there and back, whole or not at all."""

from __future__ import annotations

import contextlib
import csv
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from optional import need, without

from tractor import Result, Rules, simulate
from tractor.results import ROW
from tractor.saving import FORMATS, Writer, open_writer, partial_name

ROUNDS = simulate(700, seed=5)
MATCHES = simulate(
    matches=30,
    seed=5,
    first=3,
    rules=Rules.preset("shanghai").replace(must_play="5T"),
    policies=("greedy", "random"),
    mirrored=True,
)
RESULTS = {
    "rounds": ROUNDS,
    "matches": MATCHES,
    "none": simulate(0),
    "no matches": simulate(matches=0),
}


def write(result: Result, path: Path) -> None:
    {".parquet": result.to_parquet, ".npz": result.to_npz, ".csv": result.to_csv}[path.suffix](path)


def needs(suffix: str) -> None:
    if suffix == ".parquet":
        need("pyarrow")


@pytest.mark.parametrize("suffix", [".parquet", ".npz"])
@pytest.mark.parametrize("name", RESULTS)
def test_there_and_back(tmp_path: Path, name: str, suffix: str) -> None:
    needs(suffix)
    path = tmp_path / f"table{suffix}"
    write(RESULTS[name], path)
    again = Result.load(path)
    assert again == RESULTS[name]
    assert again.seconds == 0
    assert again.summary()["rounds_per_s"] == 0
    assert again.table is not None
    assert not again.table.flags.writeable
    assert os.listdir(tmp_path) == [path.name]


@pytest.mark.parametrize("name", RESULTS)
def test_csv_says_the_same(tmp_path: Path, name: str) -> None:
    path = tmp_path / "table.csv"
    RESULTS[name].to_csv(path)
    with path.open(encoding="ascii", newline="") as file:
        head, *lines = csv.reader(file)
    assert head == list(ROW.names or ())
    rows = np.array([tuple(map(int, line)) for line in lines], ROW)
    table = RESULTS[name].table
    assert table is not None
    assert rows.tobytes() == table.tobytes()


def test_other_programs_can_read_them(tmp_path: Path) -> None:
    parquet = need("pyarrow.parquet")
    path = tmp_path / "table.parquet"
    MATCHES.to_parquet(str(path))
    table = parquet.read_table(path)
    assert table.column_names == list(ROW.names or ())
    assert MATCHES.table is not None
    for name in table.column_names:
        assert table[name].to_pylist() == MATCHES.table[name].tolist(), name
    metadata = json.loads(parquet.read_metadata(path).metadata[b"tractor"])
    MATCHES.to_npz(tmp_path / "table.npz")
    with np.load(tmp_path / "table.npz") as arrays:
        assert arrays["table"].tobytes() == MATCHES.table.tobytes()
        assert json.loads(str(arrays["metadata"])) == metadata
    assert Rules.from_dict(metadata.pop("rules")) == MATCHES.rules
    assert metadata == {
        "of": "matches",
        "seed": 5,
        "first": 3,
        "policies": ["greedy", "random"] * 2,
        "mirrored": True,
        "partial": False,
        "stream": 2,
        "version": "0.1.0",
    }


@pytest.mark.parametrize("suffix", FORMATS)
def test_the_same_rows_make_the_same_file_however_they_come(
    tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs(suffix)
    monkeypatch.setattr("tractor.saving._GROUP", 256)
    found = set()
    for number, size in enumerate((1, 100, 256, 300, 700)):
        path = tmp_path / f"{number}{suffix}"
        with open_writer(path) as writer:
            writer.write(np.empty(0, ROW))
            simulate(700, seed=5, chunk=size, table=False, sink=writer.write)
            assert not path.exists()
            writer.finish(ROUNDS.metadata(), path)
        found.add(path.read_bytes())
    assert len(found) == 1
    if suffix == ".parquet":
        file = need("pyarrow.parquet").ParquetFile(path)
        groups = [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
        assert groups == [256, 256, 188]
    write(ROUNDS, tmp_path / f"whole{suffix}")
    assert found == {(tmp_path / f"whole{suffix}").read_bytes()}


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("group", [256, 1000])
def test_nothing_is_left_of_what_fails(
    tmp_path: Path, suffix: str, group: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a part is in the file already or everything waits."""
    needs(suffix)
    monkeypatch.setattr("tractor.saving._GROUP", group)
    path = tmp_path / f"table{suffix}"
    path.write_bytes(b"the old one")
    with contextlib.suppress(LookupError), open_writer(path) as writer:
        assert ROUNDS.table is not None
        writer.write(ROUNDS.table)
        raise LookupError
    assert os.listdir(tmp_path) == [path.name]
    assert path.read_bytes() == b"the old one"
    write(ROUNDS, path)
    assert path.read_bytes() != b"the old one"


def test_rows_that_fill_their_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = need("pyarrow.parquet")
    monkeypatch.setattr("tractor.saving._GROUP", 350)
    path = tmp_path / "table.parquet"
    write(ROUNDS, path)
    file = parquet.ParquetFile(path)
    groups = [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
    assert groups == [350, 350]
    assert Result.load(path) == ROUNDS


@pytest.mark.parametrize("suffix", FORMATS)
def test_a_name_that_is_taken_meanwhile(tmp_path: Path, suffix: str) -> None:
    needs(suffix)
    path = tmp_path / f"table{suffix}"
    with open_writer(path) as writer:
        assert ROUNDS.table is not None
        writer.write(ROUNDS.table)
        path.mkdir()
        with pytest.raises(OSError, match=path.name):
            writer.finish(ROUNDS.metadata(), path)
    assert os.listdir(tmp_path) == [path.name]
    assert os.listdir(path) == []


def test_a_partial_result_says_so_in_its_file(tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    result = simulate(1000, chunk=10, progress=stop)
    result.to_npz(tmp_path / "table.npz")
    again = Result.load(tmp_path / "table.npz")
    assert again == result
    assert (again.partial, again.rounds) == (True, 10)
    assert partial_name(Path("a/b.c.parquet")) == Path("a/b.c.partial.parquet")


@pytest.mark.parametrize("suffix", FORMATS)
def test_without_a_table_nothing_is_written(tmp_path: Path, suffix: str) -> None:
    with pytest.raises(ValueError, match="table=True"):
        write(simulate(10, table=False), tmp_path / f"table{suffix}")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("suffix", FORMATS)
def test_where_nothing_can_be_written(tmp_path: Path, suffix: str) -> None:
    needs(suffix)
    with pytest.raises(FileNotFoundError):
        write(ROUNDS, tmp_path / "no" / f"table{suffix}")
    folder = tmp_path / f"folder{suffix}"
    folder.mkdir()
    with pytest.raises(IsADirectoryError, match="is a directory"):
        write(ROUNDS, folder)
    assert os.listdir(tmp_path) == [folder.name]


@pytest.mark.parametrize("name", ["table", "table.txt", "table.parquet.gz", ".npz"])
def test_other_suffixes_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match=r"\.parquet, \.npz, \.csv"):
        open_writer(tmp_path / name)
    with pytest.raises(ValueError, match=r"from \.parquet or \.npz"):
        Result.load(tmp_path / name)


def test_a_finished_writer_takes_nothing_more(tmp_path: Path) -> None:
    writer: Writer = open_writer(tmp_path / "table.csv")
    writer.write(np.empty(0, ROW))
    writer.finish({}, tmp_path / "table.csv")
    with pytest.raises(ValueError, match="written and closed"):
        writer.write(np.empty(0, ROW))


# ---- files that are something else -------------------------------------------------------------


def save(path: Path, **arrays: Any) -> Path:
    np.savez(path, **arrays)
    return path


GOOD = json.dumps(ROUNDS.metadata())


def changed(**fields: Any) -> str:
    return json.dumps({**ROUNDS.metadata(), **fields})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "null",
        changed(seed="x"),
        changed(seed=None),
        changed(policies=[1] * 4),
        changed(policies=["random"]),
        changed(policies=5),
        changed(of="games"),
        changed(rules={"decks": 7}),
        changed(rules={"house": 1}),
        changed(rules=5),
    ],
)
def test_metadata_that_is_wrong(tmp_path: Path, text: str) -> None:
    path = save(tmp_path / "table.npz", table=ROUNDS.table, metadata=np.array(text))
    with pytest.raises(ValueError, match="no metadata of a simulation"):
        Result.load(path)


@pytest.mark.parametrize(
    "arrays",
    [
        {},
        {"table": ROUNDS.table},
        {"metadata": np.array(GOOD)},
        {"table": np.zeros(5), "metadata": np.array(GOOD)},
        {"table": ROUNDS.table[:4].reshape(2, 2), "metadata": np.array(GOOD)},  # type: ignore[index]
        {"table": ROUNDS.table, "metadata": np.array(5)},
        {"table": np.array([{}], object), "metadata": np.array(GOOD)},
    ],
)
def test_npz_files_that_are_no_tables(tmp_path: Path, arrays: Any) -> None:
    path = save(tmp_path / "table.npz", **arrays)
    with pytest.raises(ValueError, match="is no table of rounds"):
        Result.load(path)


def test_a_single_array_is_no_table(tmp_path: Path) -> None:
    with (tmp_path / "table.npz").open("wb") as file:
        np.save(file, np.zeros(5))
    with pytest.raises(ValueError, match="is no table of rounds: it is no npz file"):
        Result.load(tmp_path / "table.npz")


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 broken", b"\x80\x04K\x05.", b"PAR1 x PAR1"])
@pytest.mark.parametrize("suffix", [".npz", ".parquet"])
def test_files_that_are_broken(tmp_path: Path, suffix: str, content: bytes) -> None:
    needs(suffix)
    path = tmp_path / f"table{suffix}"
    path.write_bytes(content)
    with pytest.raises(ValueError, match="is no table of rounds"):
        Result.load(path)
    with pytest.raises(FileNotFoundError):
        Result.load(tmp_path / f"none{suffix}")


def test_parquet_files_of_others(tmp_path: Path) -> None:
    arrow = need("pyarrow")
    parquet = need("pyarrow.parquet")
    parquet.write_table(arrow.table({"a": [1, 2]}), tmp_path / "a.parquet")
    with pytest.raises(ValueError, match="it has other columns"):
        Result.load(tmp_path / "a.parquet")
    ROUNDS.to_parquet(tmp_path / "b.parquet")
    table = parquet.read_table(tmp_path / "b.parquet").replace_schema_metadata(None)
    parquet.write_table(table, tmp_path / "c.parquet")
    with pytest.raises(ValueError, match="no metadata of a simulation"):
        Result.load(tmp_path / "c.parquet")


def test_without_pyarrow_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch, "pyarrow")
    with pytest.raises(ImportError, match=r"pip install 'tractor-rules\[parquet\]'"):
        ROUNDS.to_parquet(tmp_path / "a.parquet")
    with pytest.raises(ImportError, match=r"pip install 'tractor-rules\[parquet\]'"):
        Result.load(tmp_path / "a.parquet")
    assert os.listdir(tmp_path) == []
    ROUNDS.to_npz(tmp_path / "a.npz")
    ROUNDS.to_csv(tmp_path / "a.csv")
