"""The list of compiled modules and the source archive; everything else stands in pyproject.toml."""

import contextlib
import gzip
import io
import os
import platform
import sys
import tarfile
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.sdist import sdist

CORE = Path("tractor", "_core")

# Methods as plain descriptors: those that Cython makes itself (binding=True) do not check what
# they are called on, and Cards.kinds(5) would read wild memory.
DIRECTIVES = {"binding": False, "embedsignature": True, "embedsignature.format": "clinic"}

if sys.platform == "win32":
    flags = ["/O2"]
else:
    # What is called once is called rarely here: inlined it would crowd the hot path out.
    # Without -g0 an interpreter that was built with -g makes wheels six times as large.
    flags = ["-g0", "-O3", "-fno-strict-overflow", "-fno-inline-functions-called-once"]
    # Popcount is one instruction on every x86-64 processor since 2008; the core checks for it at
    # import. TRACTOR_PORTABLE=1 builds without it. Never -march=native: wheels travel.
    if platform.machine().lower() in ("x86_64", "amd64") and not os.environ.get("TRACTOR_PORTABLE"):
        flags.append("-mpopcnt")

# TRACTOR_SANITIZE=address,undefined builds a core that stops at the first access out of bounds or
# undefined operation (docs/verification.md); gcc and clang know it.
link_flags = []
if sanitizers := os.environ.get("TRACTOR_SANITIZE"):
    link_flags = [f"-fsanitize={sanitizers}"]
    flags += [*link_flags, "-O1", "-g", "-fno-omit-frame-pointer", "-fno-sanitize-recover=all"]

# TRACTOR_COVERAGE=1 builds a core that counts which lines run (tests/proofs/covered.py).
if os.environ.get("TRACTOR_COVERAGE"):
    link_flags.append("--coverage")
    flags += ["--coverage", "-O1"]


def translate(extensions: list[Extension]) -> list[Extension]:
    """Cython to C; a performance hint (a hot call that takes the GIL again) fails the build."""
    heard = io.StringIO()
    try:
        with contextlib.redirect_stderr(heard):
            modules: list[Extension] = cythonize(
                extensions, language_level=3, compiler_directives=DIRECTIVES
            )
    finally:
        sys.stderr.write(heard.getvalue())
    if "performance hint" in heard.getvalue():
        for translated in CORE.glob("*.c"):  # or the next build would find nothing to translate
            translated.unlink()
        sys.exit("error: Cython gave a performance hint (see above): add noexcept or except")
    return modules


class Archive(sdist):  # type: ignore[misc]
    """A source archive that is the same to the last byte for the same files."""

    def make_archive(self, base_name: str, *form: str, base_dir: str, **owner: object) -> str:
        """Packs the release folder; nothing of who packed it, where or when goes in."""
        if form != ("gztar",):
            return str(super().make_archive(base_name, *form, base_dir=base_dir, **owner))
        date = int(os.environ.get("SOURCE_DATE_EPOCH", 315_532_800))  # 1980: zip knows none before

        def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
            entry.mtime = date
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = ""
            entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
            return entry

        name = f"{base_name}.tar.gz"
        with (
            open(name, "wb") as file,
            gzip.GzipFile("", "wb", mtime=date, fileobj=file) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
        ):
            archive.add(base_dir, filter=plain)  # in the order of the names
        return name


setup(
    cmdclass={"sdist": Archive},
    ext_modules=translate(
        [
            Extension(
                f"tractor._core.{source.stem}",
                [source.as_posix()],
                extra_compile_args=flags,
                extra_link_args=link_flags,
            )
            for source in sorted(CORE.glob("*.pyx"))
        ]
    ),
)
