"""Copies of the checkout for proofs that build or test one of their own."""

import shutil
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
BUILT = ".git .venv build dist *.egg-info *.so *.pyd *.c __pycache__ .*_cache .hypothesis site"


def copy_sources(folder: Path) -> None:
    """Copies the checkout without what was built in it; sample files beside it are linked."""
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*BUILT.split()))
    if (shared := ROOT.parent / "shared").is_dir():
        (folder.parent / "shared").symlink_to(shared.resolve())
