"""Fits the model of presence: logistic regression over the evidence, and the bounds of "found" and "not found".

    python fit.py <working folder>/evidence.jsonl ../pincite-presence/model.json

Probabilities for the bounds come from models that did not see the document: the documents are cut into six parts. "Not found"
may be wrong for 5 % of the contract cells that it is said of, "found" for 10 %.
"""

import json
import random
import sys

import numpy as np

PARTS, RIDGE, STEPS = 6, 1.0, 30
WRONG_NOT_FOUND, WRONG_FOUND = 0.05, 0.10
LEAST = 5  # cells of each kind that a category needs for an area


def fit(features, present):
    """Weights for standardised features, turned back into weights for the plain ones; the bias comes last."""
    mean, spread = features.mean(0), features.std(0) + 1e-6
    rows = np.hstack([(features - mean) / spread, np.ones((len(features), 1))])
    weights, ridge = np.zeros(rows.shape[1]), RIDGE * np.eye(rows.shape[1])
    ridge[-1, -1] = 0
    for _ in range(STEPS):  # Newton's method
        probability = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (probability - present) + ridge @ weights
        curvature = (rows * (probability * (1 - probability))[:, None]).T @ rows + ridge
        weights -= np.linalg.solve(curvature, slope)
    plain = weights[:-1] / spread
    return np.append(plain, weights[-1] - plain @ mean)


def probability(weights, features):
    return 1 / (1 + np.exp(-(features @ weights[:-1] + weights[-1])))


def held_out(features, present, groups):
    """Probabilities by models that did not see the group."""
    names, found = sorted(set(groups)), np.zeros(len(present))
    random.Random(1).shuffle(names)
    for part in range(PARTS):
        out = np.isin(groups, names[part::PARTS])
        found[out] = probability(fit(features[~out], present[~out]), features[out])
    return found


def area(scores, present):
    """Area under the ROC curve, by ranks."""
    order = scores.argsort(kind="stable")
    ranks = np.empty(len(scores))
    ranks[order] = np.arange(1, len(scores) + 1)
    for value in np.unique(scores):
        ranks[scores == value] = ranks[scores == value].mean()
    yes = int(present.sum())
    return (ranks[present == 1].sum() - yes * (yes + 1) / 2) / (yes * (len(present) - yes))


def macro_area(scores, present, keys):
    areas = []
    for key in sorted(set(keys)):
        these = keys == key
        if min(present[these].sum(), (1 - present[these]).sum()) >= LEAST:
            areas.append(area(scores[these], present[these]))
    return float(np.mean(areas))


def bounds(scores, present):
    """The greatest bound of "not found" and the least of "found" that keep the shares of wrong ones."""
    order = scores.argsort()
    sorted_scores, wrong = scores[order], np.cumsum(present[order]) / np.arange(1, len(order) + 1)
    below = np.where(wrong <= WRONG_NOT_FOUND)[0]
    right = np.cumsum(present[order][::-1]) / np.arange(1, len(order) + 1)
    above = np.where(1 - right <= WRONG_FOUND)[0]
    return float(sorted_scores[below[-1]]), float(sorted_scores[::-1][above[-1]])


def main(evidence, out):
    rows = [json.loads(line) for line in open(evidence)]
    features = np.array([row["evidence"] for row in rows])
    present = np.array([int(row["present"]) for row in rows])
    documents = np.array([row["document"] for row in rows])
    keys = np.array([row["key"] for row in rows])
    cells = np.char.startswith(documents, "contract") & (keys != "nonsense") & (keys != "another document")
    for name, groups in (("documents", documents), ("categories", keys)):
        scores = held_out(features, present, groups)
        print(f"{name} held out: macro area of contract cells {macro_area(scores[cells], present[cells], keys[cells]):.3f}, "
              f"of all together {area(scores[cells], present[cells]):.3f}, of the best passage alone "
              f"{macro_area(features[cells, 0], present[cells], keys[cells]):.3f}")
    scores = held_out(features, present, documents)
    not_found, found = bounds(scores[cells], present[cells])
    for name, these in (("contract cells", cells), ("articles and tales", ~np.char.startswith(documents, "contract")),
                        ("nonsense", keys == "nonsense"), ("questions of another document", keys == "another document")):
        no, yes = these & (scores < not_found), these & (scores >= found)
        print(f"{name}: {these.sum()}, present {present[these].mean():.1%}, not found {no.sum() / these.sum():.1%}, "
              f"found {yes.sum() / these.sum():.1%}, wrongly not found {present[no].mean() if no.any() else 0:.1%}, "
              f"wrongly found {1 - present[yes].mean() if yes.any() else 0:.1%}")
    weights = fit(features, present)
    model = {"weights": [round(float(weight), 4) for weight in weights[:-1]], "bias": round(float(weights[-1]), 4),
             "found": round(found, 3), "not_found": round(not_found, 3)}
    with open(out, "w") as file:
        file.write(json.dumps(model) + "\n")
    print(model)


if __name__ == "__main__":
    main(*sys.argv[1:3])
