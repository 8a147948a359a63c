"""Builds the training data: questions with the passages that answer them and negatives of the first stage.

    pincite-lab passages <folder of contracts.py> > <working folder>/contracts.jsonl
    python data.py <bench folder> <working folder> [<all-MiniLM-L6-v2 folder>]

Writes `passages.jsonl` and `groups.jsonl`, whose rows name passages by number. `clauses.py`, `topics.py`, `texts.py` and
`reports.py` read the sources. Negatives are passages of the same document; near-duplicates of a positive are none. With the
encoder's folder they are near in meaning too, at the price of some 15 minutes. Questions of other documents, near misses and
random letters have no positive. One document in twelve is held out.
"""

import gzip
import json
import random
import re
import string
import sys
from collections import Counter, defaultdict
from pathlib import Path

from clauses import cells, graded
from collection import Collection, lines
from first_stage import FirstStage
from near_misses import near_miss
from reports import reports
from texts import SENTENCES, paragraphs
from topics import topics

KEYWORDS, ELSEWHERE, NEAR_MISS, NONSENSE = 0.25, 0.12, 0.3, 400  # shares of the questions about other texts, and a number
FOREIGN = 0.1  # of all questions: asked of a document of another kind
NEAREST, FURTHER = 16, 4  # negatives of a row
STOP = set("""a an the of in to is are was were do does did what which who whom whose how when where why that this these
those for by on at with and or it its be been has have had there any can may if from as""".split())


def keywords(text):
    words = [word for word in re.findall(r"[\w'$%.-]+", text) if word.lower() not in STOP]
    return " ".join(words) if len(words) > 1 else text


def near_duplicate(document, place, positives):
    own = document.words(place)
    return any(len(own & other) / (len(own | other) + 1) > 0.6 for other in map(document.words, positives))


def negatives(question, document, order):
    found = [at for at in order if at not in question.positives and at not in question.unsure]
    if question.near is not None:
        found = [at for at in found if at in question.near] + [at for at in found if at not in question.near][6:]
    if question.positives:
        found = [at for place, at in enumerate(found) if place > 40 or not near_duplicate(document, at, question.positives)]
    return found


class Rows:
    """Rows of the file: groups with their passages by number."""

    def __init__(self, collection, stage):
        self.collection, self.stage, self.draw = collection, stage, collection.random
        self.by_family = defaultdict(list)
        for number, document in enumerate(collection.documents):
            self.by_family[document.family].append(number)

    def row(self, question, text, source, document, positives=(), negatives=(), spans={}, ranks=True):
        number = lambda at: document.first + at
        return {"question": text, "source": source, "category": question and question.category, "document": document.name,
                "held": document.held_out(), "positives": [number(at) for at in positives],
                "negatives": [number(at) for at in negatives],
                "spans": {number(at): span for at, span in spans.items()}, "ranks": ranks}

    def of(self, question):
        document = self.collection.documents[question.document]
        found = negatives(question, document, self.stage.rank(question.document, question.queries or [question.text]))
        some = found[:NEAREST] + self.draw.sample(found[NEAREST:], min(FURTHER, len(found[NEAREST:])))
        text = question.text
        if not question.category and self.draw.random() < KEYWORDS:
            text = keywords(text)
        yield self.row(question, text, question.source, document, question.positives, some, question.spans, question.ranks)
        if self.draw.random() < FOREIGN:
            yield self.foreign(question, document.family)
        if question.category:
            return
        if self.draw.random() < NEAR_MISS and (changed := self.near_miss(question, document, some)):
            yield changed
        if self.draw.random() < ELSEWHERE and question.source != "tatqa" and (other := self.elsewhere(question, text)):
            yield other

    def near_miss(self, question, document, some):
        """The passage that answers another question only. It must stay out of the ranking loss."""
        place = self.draw.choice(question.positives)
        others = [document.passages[at] for at in some[:8]]
        changed = near_miss(question.text, document.passages[place], others, self.draw)
        return changed and self.row(None, changed, f"{question.source}-near", document, (), [place, *some[:3]], ranks=False)

    def elsewhere(self, question, text):
        family = self.collection.documents[question.document].family
        places = [one for one in self.by_family[family] if one != question.document]
        if not places or question.source == SENTENCES:
            return None
        return self.unanswered(text, question.text, f"{question.source}-other", self.draw.choice(places))

    def foreign(self, question, family):
        """A question asked of a document of another kind: a contract's of a tale, a tale's of a contract."""
        kinds = [one for one in self.by_family if one != family]
        other = self.draw.choice(self.by_family[self.draw.choice(kinds)])
        query = (question.queries or [question.text])[0]
        return self.unanswered(question.text, query, f"{question.source}-foreign", other)

    def unanswered(self, text, query, source, other):
        """A question, as text and as the first stage is asked it, to a document that does not answer it."""
        order = self.stage.rank(other, [query])
        return self.row(None, text, source, self.collection.documents[other], (), order[:8])

    def nonsense(self):
        """Random letters: nothing answers them, a page of numbers no more than a clause."""
        word = lambda: "".join(self.draw.choices(string.ascii_lowercase, k=self.draw.randint(2, 8)))
        document = self.draw.choice([one for one in self.collection.documents if len(one.passages) >= 8])
        text = " ".join(word() for _ in range(self.draw.randint(1, 4)))
        return self.row(None, text, "nonsense", document, (), self.draw.sample(range(len(document.passages)), 8))


def read(bench, folder):
    collection = Collection(random.Random(7))
    contracts = lines(bench / "contract-clauses/contracts.jsonl.gz")
    cells(collection, lines(bench / "review-table/training.jsonl.gz"), contracts, lines(folder / "contracts.jsonl"))
    topics(collection)
    paragraphs(collection, lines(bench / "question-generation/pairs.jsonl.gz"))
    tables = [json.load(gzip.open(bench / "tables" / name)) for name in ("tatqa_dev.json.gz", "tatqa_test_gold.json.gz")]
    reports(collection, sum(tables, []))
    return collection


def table_of(rows):
    """Sources and counts, as in the README."""
    number, held, spans = (Counter(row["source"] for row in rows if kept(row))
                           for kept in (lambda row: True, lambda row: row["held"], lambda row: row["spans"]))
    print("| source | groups | held out | with answer span |\n| --- | --- | --- | --- |")
    for source, count in number.most_common():
        print(f"| {source} | {count:,} | {held[source]:,} | {spans[source]:,} |")


def main(bench, folder, encoder=None):
    collection = read(bench, folder)
    print(len(collection.documents), "documents,", len(collection.passages), "passages,", len(collection.questions),
          "questions", flush=True)
    rows = Rows(collection, FirstStage(collection, encoder))
    groups = [row for question in collection.questions for row in rows.of(question)]
    groups += [rows.nonsense() for _ in range(NONSENSE)]
    clauses = bench / "contract-clauses"
    groups += graded(collection, lines(clauses / "acord.jsonl.gz"), lines(clauses / "acord-clauses.jsonl.gz"))
    for name, items in (("passages", collection.passages), ("groups", groups)):
        with open(folder / f"{name}.jsonl", "w") as file:
            file.writelines(json.dumps(item) + "\n" for item in items)
    table_of(groups)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]))
