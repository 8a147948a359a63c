"""The table of a study of learning, with paired intervals over documents.

    python learning_table.py contractnli.jsonl contractnli.out 3

The last number is that of `--every`. Each search is compared with the default encoder in the same scope, read or not.
"""

import json
import random
import sys


def documents(path, every):
    """The number of the document of each question asked."""
    asked = [number for number, line in enumerate(open(path)) for _ in json.loads(line)["questions"]]
    return asked[::every]


def values(ranks, measure):
    if measure == "Top-1":
        return [float(rank == 1) for rank in ranks]
    return [1 / rank if rank and rank <= 10 else 0.0 for rank in ranks]


def interval(gains, of):
    """95 % by a bootstrap over documents, in percent."""
    groups = {}
    for gain, document in zip(gains, of):
        groups.setdefault(document, []).append(gain)
    groups, draw, means = list(groups.values()), random.Random(1), []
    for _ in range(2000):
        drawn = [draw.choice(groups) for _ in groups]
        means.append(100 * sum(map(sum, drawn)) / sum(map(len, drawn)))
    means.sort()
    return means[50], means[1949]


def main(set_path, report, every):
    of, rows = documents(set_path, every), [json.loads(line) for line in open(report)]
    print("| scope | read | encoder | weight of dense | Top-1 | MRR@10 | Top-1 gained | MRR@10 gained |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for scope in ("document", "pool"):
        for read in (False, True):
            some = [row for row in rows if (row["scope"], row["read"]) == (scope, read)]
            base = next(row for row in some if row["encoder"] == "base" and abs(row["dense_weight"] - 0.4) < 1e-3)
            for row in some:
                cells = [scope, "yes" if read else "no", row["encoder"], f"{row['dense_weight']:.1f}"]
                gained = []
                for measure in ("Top-1", "MRR@10"):
                    now, was = values(row["ranks"], measure), values(base["ranks"], measure)
                    gains = [new - old for new, old in zip(now, was)]
                    low, high = interval(gains, of)
                    cells.append(f"{100 * sum(now) / len(now):.1f}")
                    gained.append("" if row is base else f"{100 * sum(gains) / len(gains):+.1f} ({low:+.1f} to {high:+.1f})")
                print("| " + " | ".join(cells + gained) + " |")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
