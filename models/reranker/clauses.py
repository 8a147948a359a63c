"""Groups about contracts: a cell for each contract and category, present or absent, and lawyers' queries (ACORD).

An absent cell has no positives. Four of them for each contract are part of the ranking loss; all are part of the presence loss.
"""

import re
from collections import defaultdict

from collection import Question, plain
from wordings import trained

RUN, PROBE = 60, 40  # letters that passage and clause share; each run has a probe of so many at a multiple of 20
RANKED_ABSENT = 4


class Reduced:
    """A text's lower-case letters and digits, with the place of each in the text."""

    def __init__(self, text):
        lower = text.lower()
        self.places = [at for at, letter in enumerate(lower) if letter.isascii() and letter.isalnum()]
        self.text = "".join(lower[at] for at in self.places)

    def shared(self, clause):
        """The characters of the text that a clause shares with it, at least RUN letters or the whole clause; else None."""
        probe, wanted = min(PROBE, len(clause)), min(RUN, len(clause))
        for at in range(0, len(clause) - probe + 1, RUN - PROBE):
            start = self.text.find(clause[at:at + probe])
            if start >= 0:
                start, end = self.extended(clause, start, at, probe)
                if end - start >= wanted:
                    return [self.places[start], self.places[end - 1] + 1]
        return None

    def extended(self, clause, start, at, length):
        """The run around `length` letters that are the same from `start` on here and from `at` on in the clause."""
        end, further = start + length, at + length
        while end < len(self.text) and further < len(clause) and self.text[end] == clause[further]:
            end, further = end + 1, further + 1
        while start > 0 and at > 0 and self.text[start - 1] == clause[at - 1]:
            start, at = start - 1, at - 1
        return start, end


def reduced(text):
    return re.sub(r"[^a-z0-9]", "", text.lower())


def answering(texts, spans):
    """Places of the passages that hold a span → the span's characters, and places that hold a short one again.

    Names, dates and titles are short. Only the first passage that holds one answers.
    """
    found, again = {}, set()
    clauses = sorted({clause for clause in map(reduced, spans) if len(clause) > 2}, key=len, reverse=True)
    names = [clause for clause in clauses if len(clause) >= 8] or clauses
    for clause in [one for one in clauses if len(one) >= RUN] + [one for one in names if len(one) < RUN]:
        held = [(at, shared) for at, text in enumerate(texts) if (shared := text.shared(clause))]
        for at, shared in held if len(clause) >= RUN else held[:1]:
            found.setdefault(at, shared)
        if len(clause) < RUN:
            again |= {at for at, _ in held}
    return found, again - set(found)


def cells(collection, rows, contracts, passages):
    """The cells of the review table over the contracts as Pincite splits them."""
    by_file, by_contract = defaultdict(list), defaultdict(list)
    for passage in passages:
        by_file[passage["document"]].append({"headings": " > ".join(passage["headings"]), "text": passage["text"]})
    for row in rows:
        by_contract[row["document"]].append(row)
    for number, contract in enumerate(contracts):
        found, asked = by_file[f"{number:03d}.pdf"], by_contract[contract["id"]]
        if len(found) >= 4 and asked:
            document = collection.add(f"contract/{number:03d}", found)
            contract_cells(collection, document, asked, [Reduced(passage["text"]) for passage in found])


def contract_cells(collection, document, rows, texts):
    absent = [row["category"] for row in rows if not row["present"]]
    ranked = set(collection.random.sample(absent, min(RANKED_ABSENT, len(absent))))
    for row in rows:
        category = row["category"]
        spans, unsure = answering(texts, row["spans"]) if row["present"] else ({}, set())
        if row["present"] and not spans:
            continue
        queries = [row["question"], *collection.random.sample(trained(category), 2)]
        collection.questions.append(Question(
            row["question"], document, sorted(spans), "contract" if row["present"] else "contract-absent", spans, category,
            queries, unsure=frozenset(unsure), ranks=row["present"] or category in ranked))


def graded(collection, queries, clauses):
    """Lawyers' queries with graded clauses: 3 and 4 answer, 1 and unrelated ones do not. They make rows at once."""
    draw, document = collection.random, collection.documents[collection.add("acord/all", [])]
    place = {row["id"]: document.first + at for at, row in enumerate(clauses)}
    collection.passages += [plain(" ".join(row["text"].split()[:140])) for row in clauses]
    for row in (row for row in queries if row["split"] == "train"):
        of = lambda grades: [clause for grade in grades for clause in row["scores"].get(grade, []) if clause in place]
        graded_ones = set(of("01234"))
        unrelated = [clause for clause in place if clause not in graded_ones]
        for good in of("34"):
            some = draw.sample(of("1"), min(5, len(of("1")))) + draw.sample(unrelated, 8)
            yield {"question": row["query"], "source": "acord", "category": None, "document": "acord/all", "held": False,
                   "positives": [place[good]], "negatives": [place[clause] for clause in some], "spans": {}, "ranks": True}
