"""Puts all that a training needs into one folder, for a machine without a network.

    python pack.py <folder of data.py> <start's folder> <folder to write>

There, `python train.py . start out --minutes 8 --device cuda` needs torch, numpy, safetensors and tokenizers. The
folder must not be larger than 60 MB.
"""

import gzip
import json
import shutil
import sys
from pathlib import Path

LARGEST = 60_000_000  # bytes
CODE = ("groups.py", "network.py", "pairs.py", "starts.py", "e5.py", "train.py", "measure.py", "wordings.py")


def write(rows, file):
    with gzip.open(file, "wt", compresslevel=9) as out:
        out.writelines(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)


def main(folder, start, out):
    out.mkdir(parents=True, exist_ok=True)
    for name in ("passages.jsonl", "groups.jsonl"):
        write((json.loads(line) for line in open(folder / name)), out / f"{name}.gz")
    for name in CODE:
        shutil.copy(Path(__file__).parent / name, out / name)
    shutil.copytree(start, out / "start", dirs_exist_ok=True)
    size = sum(file.stat().st_size for file in out.rglob("*") if file.is_file())
    print(f"{size / 1e6:.1f} MB")
    assert size <= LARGEST, "too large"


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]))
