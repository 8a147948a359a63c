"""Scores the check of memos with planted numbers, and fits the weights of `crates/claim`.

Each folder has `memo.txt`, `gold.jsonl` (what was planted, whether it is right, where it stands) and the PDFs are in a collection of
the library that has the folder's name.

    python3 number_check.py score  LAB LIBRARY FOLDER...    verdicts against the gold, by kind and by how a value was changed
    python3 number_check.py fit    LAB LIBRARY FOLDER...    logistic regression over places, and over verdicts
"""
import json, math, subprocess, sys
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from scipy.special import logsumexp

# Guessed weights of the features, in the order of `FEATURES` in crates/claim. The fit stays near them.
EXACT = 13
START = [2.0, 2.0, 0.5, 1.0, 1.0, 0.5, 1.5, -1.0, 1.0, -2.0, 1.5, -2.0, 0.3, 0.0, 0.3]


def claims(lab, library, folder):
    """The claims that the product finds, as the lab prints them."""
    memo = folder / "memo.txt"
    run = subprocess.run([*lab.split(), "claims", library, folder.name, str(memo)], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def planted(folder):
    """What was planted, with its bytes in the memo."""
    text = (folder / "memo.txt").read_text()
    for line in (folder / "gold.jsonl").read_text().splitlines():
        gold = json.loads(line)
        at = -1
        for _ in range(gold.get("occurrence", 1)):
            at = text.index(gold["written"], at + 1)
        gold["start"] = len(text[:at].encode())
        gold["end"] = gold["start"] + len(gold["written"].encode())
        yield gold


def claim_of(gold, found):
    """The claim that a planted value became."""
    shared = lambda claim: min(claim["end"], gold["end"]) - max(claim["start"], gold["start"])
    values = [claim for claim in found if claim["kind"] != "sentence" and shared(claim) > 0]
    return max(values, key=shared, default=None)


def wilson(right, of):
    z, share = 1.96, right / of
    middle = (share + z * z / 2 / of) / (1 + z * z / of)
    wide = z * math.sqrt(share * (1 - share) / of + z * z / 4 / of / of) / (1 + z * z / of)
    return 100 * (middle - wide), 100 * (middle + wide)


def score(lab, library, folders, errors):
    total, of = 0, 0
    by = defaultdict(Counter)
    for folder in folders:
        found = claims(lab, library, folder)
        right = 0
        golds = list(planted(folder))
        for gold in golds:
            claim = claim_of(gold, found)
            verdict = claim["verdict"] if claim else "no claim"
            supported = verdict in ("exact", "near")
            # A value that is no claim is not judged at all.
            judged = claim is not None and supported == gold["right"]
            right += judged
            by[gold["kind"]][judged] += 1
            by["right" if gold["right"] else "wrong"][judged] += 1
            by[gold["how"]][judged] += 1
            if errors and not judged:
                print(folder.name, "right" if gold["right"] else "WRONG", gold["how"], "|", gold["written"], "|", verdict, "| p.", gold["page0"], gold["printed"])
                for side in ("agreeing", "other") if claim else ():
                    for place in claim[side][:2]:
                        on = place["page"] == gold["page0"]
                        print(f"    {side[:5]} {place['score']:.2f} {place['agreement']} p.{place['page']}{'*' if on else ''} {place['printed']!r} {place['text'][:90]!r}", [round(x, 2) for x in place["features"]])
        low, high = wilson(right, len(golds))
        print(f"{folder.name}: {right} of {len(golds)} ({low:.1f}–{high:.1f}), {len(found)} claims and sentences")
        total += right
        of += len(golds)
    print(f"all: {total} of {of}", *("%.1f–%.1f" % wilson(total, of),))
    for name, counts in sorted(by.items()):
        print(f"  {name}: {counts[True]} of {counts[True] + counts[False]}")


def digits(text):
    return "".join(letter for letter in text if letter.isdigit()).lstrip("0")


def places(gold, claim):
    """All places of a claim, and which of them print the truth."""
    both = claim["agreeing"] + claim["other"]
    truth = digits(str(gold["printed"]))
    return both, [digits(place["printed"]) == truth for place in both]


def fit_places(pairs, start, pull):
    """Weights by which places that print the truth come before the others (softmax over the places of a claim)."""
    sets = []
    for gold, claim in pairs:
        if claim is None or claim["kind"] == "quote":
            continue
        both, true = places(gold, claim)
        if any(true) and not all(true):
            sets.append((np.array([place["features"] for place in both]), np.array(true)))

    def loss(weights):
        sum_ = pull * np.sum((weights - start) ** 2)
        for features, true in sets:
            scores = features @ weights
            sum_ += logsumexp(scores) - logsumexp(scores[true])
        return sum_

    # "Exact" must not decide what a claim speaks of.
    fixed = [(0, 0) if at == EXACT else (None, None) for at in range(len(start))]
    found = minimize(loss, start, bounds=fixed, method="L-BFGS-B")
    first = sum(bool(true[np.argmax(features @ found.x)]) for features, true in sets)
    print(f"places: {len(sets)} claims, truth first {first}, loss {found.fun:.1f}")
    return found.x


def evidence(claim, weights):
    """What decides a verdict: the best agreeing place, the best other one, digits, exactness, and another year."""
    best = lambda side: max(((float(np.dot(place["features"], weights)), place) for place in claim[side]), key=lambda one: one[0], default=None)
    same, other = best("agreeing"), best("other")
    if same is None:
        return None
    against = max(0.0, other[0]) if other else 0.0
    count = len(digits(claim["text"]).rstrip("0"))
    return [1.0, same[0], against - same[0], min(count, 4)]


def fit_verdicts(pairs, weights, pull=0.02):
    rows, right = [], []
    for gold, claim in pairs:
        if claim is None or claim["kind"] == "quote":
            continue
        row = evidence(claim, weights)
        if row is not None:
            rows.append(row)
            right.append(gold["right"])
    rows, right = np.array(rows, float), np.array(right)

    def loss(of):
        scores = rows @ of
        return np.sum(np.logaddexp(0, np.where(right, -scores, scores))) + pull * np.sum(of**2)

    # A place that fits better supports more, whatever a few memos say.
    found = minimize(loss, np.zeros(rows.shape[1]), bounds=[(None, None), (0.2, None), (None, -0.2), (0.2, None)], method="L-BFGS-B")
    print(f"verdicts: {len(rows)} claims, {int(np.sum(((rows @ found.x) > 0) == right))} judged rightly, loss {found.fun:.1f}")
    return found.x


def fit(lab, library, folders, start, pull):
    """Fits on all folders, and shows by leaving one out what to expect."""
    by = {folder: [(gold, claim_of(gold, found)) for found in [claims(lab, library, folder)] for gold in planted(folder)] for folder in folders}
    for left in folders if len(folders) > 1 else []:
        others = [pair for folder in folders if folder != left for pair in by[folder]]
        weights = fit_places(others, start, pull)
        verdict = fit_verdicts(others, weights)
        judged = 0
        for gold, claim in by[left]:
            if claim is None:
                continue
            if claim["kind"] == "quote":
                judged += (claim["verdict"] == "exact") == gold["right"]
                continue
            row = evidence(claim, weights)
            judged += (row is not None and float(np.dot(row, verdict)) > 0) == gold["right"]
        print(f"left out {left.name}: {judged} of {len(by[left])}")
    all_ = [pair for pairs in by.values() for pair in pairs]
    weights = fit_places(all_, start, pull)
    verdict = fit_verdicts(all_, weights)
    print("places  ", [round(float(weight), 2) for weight in weights])
    print("verdicts", [round(float(weight), 2) for weight in verdict])


def main():
    what, lab, library, *folders = sys.argv[1:]
    folders = [Path(folder) for folder in folders]
    if what == "score":
        score(lab, library, folders, errors=False)
    elif what == "errors":
        score(lab, library, folders, errors=True)
    elif what == "fit":
        fit(lab, library, folders, np.array(START), 0.3)


main()
