"""Fits the weights with which rows of tables answer questions about filings (experiment 054).

    pincite-lab filings filing-questions/questions.jsonl > dump.jsonl     (the PDFs lie beside the questions)
    python3 filing_rows.py filing-questions/questions.jsonl dump.jsonl

The dump has the passages and tables of each document, and for each question the scores of all passages. A page is described by its best
passage (first stage, cross-encoder) and its rows: item, items of the page, year, length of the period, statement. A conditional logit
over the pages of a document gives the weights. Each company is left out once, and its questions are asked with the weights of the
others. The product has the weights of all, rounded, in `crates/search/src/rows/score.rs`.
"""

import json
import math
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np

DATA = Path(__file__).parent.parent / "src-tauri" / "crates" / "item" / "data"
FEATURES = ["first stage", "cross-encoder", "item", "items of the page", "year", "length", "statement"]
STATEMENTS = {
    "income": ["income statement", "statement of income", "statement of operation", "statement of earning", "p and l"],
    "cash": ["cash flow statement", "statement of cash flow"],
    "balance": ["balance sheet", "statement of financial position"],
}
NET = (", net of", ", less", ", net")
DESCRIPTIONS = (", including", ", excluding", " (note", ", at ", ", $", " - ")


def words(text):
    """The words of a label, as `crates/item/src/words.rs` has them."""
    text = text.lower().replace("’", "'").replace("'s", "").replace("'", "").replace("&", " and ")
    text = re.sub(r"\((?:notes?\b[^)]*|\d{1,2}|[a-z])\)", " ", text)
    found = re.findall("[a-z0-9]+", text)
    return tuple(one[:-1] if len(one) > 3 and one.endswith("s") and not one.endswith("ss") else one for one in found)


def lines(name):
    return [line.split("\t") for line in (DATA / name).read_text().splitlines()[1:]]


class Catalogue:
    """Items by label and by term."""

    def __init__(self):
        self.statement, counts = {}, defaultdict(Counter)
        for item, statement, label, companies in lines("labels.tsv"):
            self.statement[item] = statement
            counts[words(label)][item] = max(counts[words(label)][item], int(companies))
        self.labels = {label: {item: n / sum(of.values()) for item, n in of.items()} for label, of in counts.items()}
        self.terms = {}
        for label, of in counts.items():
            if len(label) > 1 and sum(of.values()) > 2:
                self.terms[label] = [item for item, n in of.most_common() if n >= 0.3 * sum(of.values())]
        self.terms |= {words(term): items.split() for term, items in lines("terms.tsv")}
        ratios = {words(name): re.findall("[a-z_]{3,}", formula) for name, formula in lines("ratios.tsv")}
        self.ratios = {name: list(dict.fromkeys(items)) for name, items in ratios.items()}
        self.document_frequency = Counter(word for label in self.labels for word in set(label))
        self.cache = {}

    def items(self, label):
        if label not in self.cache:
            self.cache[label] = self._items(label)
        return self.cache[label]

    def _items(self, label):
        bare = re.sub(r"\([^)]*\)", " ", label)
        variants = [words(label), words(bare), words(re.split("[:;—]", bare)[0])]
        variants += [words(bare[:at] + ", net") for at in (bare.lower().find(net) for net in NET) if at > 0]
        variants += [words(bare[:at]) for at in (bare.lower().find(cut) for cut in NET + DESCRIPTIONS) if at > 0]
        known = next((variant for variant in variants if variant in self.labels), None)
        return self.labels[known] if known else self.like(set(words(bare)))

    def like(self, own):
        """The items of the label most like these words, by Dice's coefficient over IDF."""
        weight = lambda some: sum(math.log((len(self.labels) + 1) / (self.document_frequency[w] + 0.5)) for w in some)
        if not own or len(own) > 14:
            return {}
        shared = {label: 2 * weight(own & set(label)) / (weight(own) + weight(set(label))) for label in self.labels if own & set(label)}
        best = max(shared, key=shared.get, default=None)
        if best is None or shared[best] <= 0.75:
            return {}
        return {item: share * shared[best] for item, share in self.labels[best].items()}

    def asked(self, question):
        """Items with their shares, statements, years, and whether less than a year is asked for."""
        text = " " + " ".join(words(re.sub(r"[./]", " ", question))) + " "
        statements = set()
        for statement, names in STATEMENTS.items():
            for name in names:
                name = " " + " ".join(words(name)) + " "
                if name in text:
                    statements.add(statement)
                    text = text.replace(name, " | ")
        text, at, items, is_ratio = text.split(), 0, {}, False
        while at < len(text):
            for length in range(min(9, len(text) - at), 0, -1):
                term = tuple(text[at : at + length])
                found = self.ratios.get(term) or self.terms.get(term)
                if found:
                    is_ratio |= term in self.ratios
                    for place, item in enumerate(found):
                        share = 1.0 if term in self.ratios or place == 0 else 0.8
                        items[item] = max(items.get(item, 0), share)
                    break
            at += length if found else 1
        if len(items) > 1 and not is_ratio:
            items.pop("cash", None)
        years = {int(year) for year in re.findall(r"(?:\b|FY ?)(20[0-3]\d)\b", question)}
        years |= {2000 + int(year) for year in re.findall(r"(?:\bFY ?'?|\b[1-4]Q ?'?|\bQ[1-4] ?(?:FY)? ?'?)(\d\d)\b", question)}
        interim = bool(re.search(r"(?i)\b(?:q[1-4]|[1-4]q)(?:\b|\d\d)|\bquarter|\b(?:three|six|nine) months", question))
        return items, statements, years, interim


def rows_of(tables, catalogue):
    """The rows of a document, each with what its table is."""
    rows = []
    for table in tables:
        named = [catalogue.items(row["path"][-1]) if row["path"] else {} for row in table["rows"]]
        sure = {item for items in named for item, share in items.items() if share >= 0.4}
        counts = Counter(catalogue.statement[item] for item in sure)
        periods = [column["period"] for column in table["columns"] if column["period"]]
        interim = any(period["span"] in ("3 months", "6 months", "9 months") for period in periods)
        for row, items in zip(table["rows"], named):
            years = {period["year"] for period in periods} | {cell["period"]["year"] for cell in row["cells"] if cell.get("period")}
            rows.append({"page": row["page"], "items": items, "counts": counts, "years": years, "interim": interim})
    return rows


def features(ranked, rows, asked, catalogue):
    """A vector for each page of a document."""
    items, statements, years, interim = asked
    most = Counter()
    for row in rows:
        for statement, count in row["counts"].items():
            most[statement] = max(most[statement], count)
    kind = lambda row, statement: row["counts"].get(statement, 0) / max(5, most[statement])
    first, cross = {}, {}
    for _, page, _, _, _, score, logit in ranked:
        first[page] = max(first.get(page, -9), score)
        if logit is not None:
            cross[page] = max(cross.get(page, -99), logit)
    pages = defaultdict(lambda: np.zeros(len(FEATURES)))
    low, high = min(cross.values()), max(cross.values())
    for page, score in first.items():
        pages[page][:2] = score - max(first.values()), cross.get(page, low) - high
    found = defaultdict(dict)
    for row in rows:
        match = {}
        for item, share in items.items():
            if item in row["items"]:
                match[item] = row["items"][item] * share * kind(row, catalogue.statement[item])
                found[row["page"]][item] = max(found[row["page"]].get(item, 0), match[item])
        best = max(match.values(), default=0)
        year = len(years & row["years"]) / len(years) if years else 1
        own = [best, 0, best * year, best * (interim == row["interim"]), max((kind(row, s) for s in statements), default=0)]
        if max(own) > 0:
            if row["page"] not in first:
                pages[row["page"]][:2] = -3, low - high
            pages[row["page"]][2:] = np.maximum(pages[row["page"]][2:], own)
    for page, of_page in found.items():
        pages[page][3] = sum(of_page.values()) / sum(items.values())
    return dict(pages)


def fit(examples, decay=0.02, steps=400, rate=0.05):
    """The weights of a conditional logit: the right pages against all pages of their document."""
    weights, mean, square = (np.zeros(len(FEATURES)) for _ in range(3))
    data = [(np.array(list(pages.values())), np.array([page in right for page in pages])) for pages, right in examples]
    data = [(x, y) for x, y in data if y.any()]
    for step in range(1, steps + 1):
        gradient = -decay * weights
        for x, y in data:
            e = np.exp(x @ weights - (x @ weights).max())
            gradient += x.T @ (e * y / (e * y).sum() - e / e.sum()) / len(data)
        mean, square = 0.9 * mean + 0.1 * gradient, 0.999 * square + 0.001 * gradient**2
        weights += rate * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return weights


def rank(pages, right, weights):
    order = sorted(pages, key=lambda page: -(pages[page] @ weights))
    return next((at for at, page in enumerate(order, 1) if page in right), math.inf)


def main(questions, dump):
    catalogue, tables, examples = Catalogue(), {}, []
    asked = {one["id"]: one for one in map(json.loads, Path(questions).read_text().splitlines())}
    for line in map(json.loads, open(dump)):
        if "tables" in line:
            tables[line["pdf"]] = rows_of(line["tables"], catalogue)
            continue
        one = asked[line["id"]]
        right = {page for evidence in one["evidence"] for page in evidence["pages0"]} | set(one.get("also", []))
        pages = features(line["ranked"], tables[one["pdf"]], catalogue.asked(one["question"]), catalogue)
        examples.append((one, pages, right))
    ranks = defaultdict(list)
    for company in sorted({one["company"] for one, _, _ in examples}):
        weights = fit([(pages, right) for one, pages, right in examples if one["company"] != company])
        for one, pages, right in examples:
            if one["company"] == company:
                for kind in (one["kind"], "all"):
                    ranks[kind].append(rank(pages, right, weights))
    for kind, found in ranks.items():
        top = [100 * sum(at <= k for at in found) / len(found) for k in (1, 3)]
        mrr = 100 * sum(1 / at for at in found if at <= 10) / len(found)
        print(f"{kind}: n {len(found)}, Top-1 {top[0]:.1f}, Top-3 {top[1]:.1f}, MRR@10 {mrr:.1f}")
    weights = fit([(pages, right) for _, pages, right in examples])
    print("\n".join(f"{name}: {weight:.2f}" for name, weight in zip(FEATURES, weights)))


if __name__ == "__main__":
    main(*sys.argv[1:])
