"""Puts all that a training needs into one folder, for a machine without a network.

    python pack.py <folder of data.py> <folder to write> <start's folder>...

There, the commands of the README need torch, numpy, safetensors and tokenizers.
"""

import gzip
import json
import shutil
import sys
from pathlib import Path

CODE = ("batches.py", "clauses.json", "e5.py", "groups.py", "measure.py", "network.py", "pairs.py", "starts.py", "topics.json",
        "train.py", "wordings.py")


def write(rows, file):
    with gzip.open(file, "wt", compresslevel=9) as out:
        out.writelines(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)


def main(folder, out, *starts):
    out.mkdir(parents=True, exist_ok=True)
    for name in ("passages.jsonl", "groups.jsonl"):
        write((json.loads(line) for line in open(folder / name)), out / f"{name}.gz")
    for name in CODE:
        shutil.copy(Path(__file__).parent / name, out / name)
    for start in starts:
        shutil.copytree(start, out / start.name, dirs_exist_ok=True)
    size = sum(file.stat().st_size for file in out.rglob("*") if file.is_file())
    print(f"{size / 1e6:.1f} MB")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
