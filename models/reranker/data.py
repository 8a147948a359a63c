"""Builds the training data: questions with the passages that answer them and negatives of the first stage.

    pincite-lab passages <folder of contracts.py> > <working folder>/contracts.jsonl
    python data.py <bench folder> <working folder> <all-MiniLM-L6-v2 folder>

Negatives are passages of the same document, ranked by BM25 and cosine together as Pincite ranks first. Near-duplicates of a
positive are no negatives. Clause questions that a contract does not answer, and questions of other documents, have no
positive. One document in twelve is held out for the calibration.
"""

import gzip
import json
import math
import random
import re
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from encode import embed
from wordings import WORDINGS

SHARE = {"squadshifts-amazon": 0.3, "squadshifts-reddit": 0.3, "fairytaleqa-train": 0.3}  # large and easy sources
LEFT_OUT = {"squad-train-sentences", "policyqa-dev"}  # no documents; questions that many passages answer
WHOLE_DOCUMENTS = {"squad-v1.1-extra", "fairytaleqa-train"}  # the others are cut into parts of 30
STOP = set("""a an the of in to is are was were do does did what which who whom whose how when where why that this these
those for by on at with and or it its be been has have had there any can may if from as""".split())
WORD = re.compile(r"\w+")


@dataclass
class Document:
    name: str
    passages: list
    terms: tuple = None


@dataclass
class Question:
    text: str
    document: int
    positives: list
    source: str
    near: range = None  # passages among which negatives are safe, where questions name no company


@dataclass
class Collection:
    random: random.Random
    documents: list = field(default_factory=list)
    questions: list = field(default_factory=list)

    def add(self, name, passages):
        self.documents.append(Document(name, passages))
        return len(self.documents) - 1


def lines(file):
    opened = gzip.open(file) if str(file).endswith(".gz") else open(file)
    return [json.loads(line) for line in opened]


def plain(text):
    return {"headings": "", "text": " ".join(text.split())}


def paragraphs(collection, pairs):
    """Paragraphs with questions. Short texts of a source make a document of 30 together."""
    by_document = defaultdict(dict)
    for pair in pairs:
        if pair["source"] in LEFT_OUT:
            continue
        document = pair["document"] if pair["source"] in WHOLE_DOCUMENTS else ""
        by_document[pair["source"], document].setdefault(pair["passage"], []).append(pair["question"])
    for (source, name), passages in by_document.items():
        size = len(passages) if name else 30
        items = list(passages.items())
        for start in range(0, len(items), size):
            part = items[start:start + size]
            document = collection.add(f"{source}/{name}/{start}", [{"headings": "", "text": text} for text, _ in part])
            for number, (_, questions) in enumerate(part):
                collection.questions += [Question(text, document, [number], source) for text in questions]


def reduced(text):
    return re.sub(r"[^a-z0-9]", "", text.lower())


def shares_run(passage, clause, length=60):
    length = min(length, len(clause))
    return length > 0 and any(clause[at:at + length] in passage for at in range(len(clause) - length + 1))


def contracts(collection, rows, passages):
    """Clause questions, long and short, and questions about clauses that a contract does not have."""
    by_file = defaultdict(list)
    for passage in passages:
        by_file[passage["document"]].append({"headings": " > ".join(passage["headings"]), "text": passage["text"]})
    full = {question["category"]: question["question"] for row in rows for question in row["questions"]}
    for number, row in enumerate(rows):
        found = by_file[f"{number:03d}.pdf"]
        if len(found) < 4:
            continue
        document, texts = collection.add(f"contract/{number}", found), [reduced(passage["text"]) for passage in found]
        for question in row["questions"]:
            clauses = [reduced(row["text"][start:end]) for spans in question["clauses"] for start, end in spans]
            positives = [at for at, text in enumerate(texts) if any(shares_run(text, clause) for clause in clauses)]
            if not positives:
                continue
            collection.questions.append(Question(question["question"], document, positives, "contract"))
            for wording in collection.random.sample(WORDINGS[question["category"]], 2):
                collection.questions.append(Question(wording, document, positives, "contract-short"))
        absent = sorted(set(WORDINGS) - {question["category"] for question in row["questions"]})
        for category in collection.random.sample(absent, 4):
            text = collection.random.choice([full[category], *WORDINGS[category]])
            collection.questions.append(Question(text, document, [], "contract-none"))


def table_passages(table, words=106):
    """Rows of a table, in passages of at most so many words."""
    parts, part, size = [], [], 0
    for cells in table:
        row = " ".join(text for cell in cells if (text := " ".join(str(cell).split())))
        if part and size + len(row.split()) > words:
            parts.append("\n".join(part))
            part, size = [], 0
        part.append(row)
        size += len(row.split())
    return parts + (["\n".join(part)] if part else [])


def reports(collection, contexts):
    """Tables of annual reports with the paragraphs around them, six to a document."""
    collection.random.shuffle(contexts)
    for start in range(0, len(contexts), 6):
        passages, asked = [], []
        for context in contexts[start:start + 6]:
            first, tables = len(passages), table_passages(context["table"]["table"])
            passages += [{"headings": "", "text": text} for text in tables]
            orders = {str(one["order"]): len(passages) + at for at, one in enumerate(context["paragraphs"])}
            passages += [plain(one["text"]) for one in context["paragraphs"]]
            for question in context["questions"]:
                positives = answering(question, tables, first, orders)
                if positives:
                    asked.append((question["question"], positives, range(first, len(passages))))
        document = collection.add(f"report/{start}", passages)
        collection.questions += [Question(text, document, positives, "tatqa", near) for text, positives, near in asked]


def answering(question, tables, first, orders):
    if question["answer_from"] == "text":
        return sorted(orders[str(one)] for one in question.get("rel_paragraphs", []) if str(one) in orders)
    answer = question["answer"] if isinstance(question["answer"], list) else [question["answer"]]
    values = [" ".join(str(one).split()).strip("$() ") for one in answer]
    values += re.findall(r"[\d,.]{3,}", str(question.get("derivation", "")))
    found = [first + at for at, text in enumerate(tables) if any(value and value in text for value in values)]
    return found or ([first] if len(tables) == 1 else [])


class FirstStage:
    """BM25 and cosine, standardised and added."""

    def __init__(self, collection, encoder):
        self.documents, self.questions = collection.documents, collection.questions
        texts = [passage["text"] for document in self.documents for passage in document.passages]
        starts = np.cumsum([0] + [len(document.passages) for document in self.documents])
        self.starts, self.passages = starts, embed(encoder, texts, 112)
        self.vectors = embed(encoder, [question.text for question in self.questions], 40)

    def rank(self, document, number):
        vectors = self.passages[self.starts[document]:self.starts[document + 1]]
        dense, words = vectors @ self.vectors[number], self.bm25(self.documents[document], self.questions[number].text)
        standard = lambda scores: (scores - scores.mean()) / (scores.std() + 1e-6)
        return [int(at) for at in np.argsort(-(standard(words) + standard(dense)))]

    def bm25(self, document, question):
        if document.terms is None:
            counts = [Counter(WORD.findall(f"{one['headings']} {one['text']}".lower())) for one in document.passages]
            document.terms = counts, [sum(one.values()) for one in counts], Counter(term for one in counts for term in one)
        counts, lengths, containing = document.terms
        mean, scores = sum(lengths) / len(lengths) + 1e-9, np.zeros(len(counts))
        for term in filter(containing.__contains__, WORD.findall(question.lower())):
            idf = math.log(1 + (len(counts) - containing[term] + 0.5) / (containing[term] + 0.5))
            for at, count in enumerate(counts):
                scores[at] += idf * count[term] * 1.9 / (count[term] + 0.9 * (0.6 + 0.4 * lengths[at] / mean))
        return scores


def near_duplicate(document, passage, positives):
    words = lambda at: set(WORD.findall(document.passages[at]["text"].lower()))
    own = words(passage)
    return any(len(own & other) / (len(own | other) + 1) > 0.6 for other in map(words, positives))


def negatives(question, document, order):
    found = [at for at in order if at not in question.positives]
    if question.near is not None:
        found = [at for at in found if at in question.near] + [at for at in found if at not in question.near][6:]
    if question.positives:
        found = [at for place, at in enumerate(found) if place > 40 or not near_duplicate(document, at, question.positives)]
    return found


def keywords(text):
    words = [word for word in re.findall(r"[\w'$%.-]+", text) if word.lower() not in STOP]
    return " ".join(words) if len(words) > 1 else text


def groups(collection, stage):
    draw, rows, by_family = collection.random, [], defaultdict(list)
    for number, document in enumerate(collection.documents):
        by_family[document.name.split("/")[0]].append(number)
    for number, question in enumerate(collection.questions):
        document = collection.documents[question.document]
        found = negatives(question, document, stage.rank(question.document, number))
        own_words = question.source.startswith("contract")
        text = question.text if own_words or draw.random() >= 0.25 else keywords(question.text)
        some = found[:16] + draw.sample(found[16:], min(4, len(found[16:])))
        row = {"question": text, "source": question.source, "document": document.name}
        pick = lambda document, chosen: [document.passages[at] for at in chosen]
        rows.append(row | {"positives": pick(document, question.positives), "negatives": pick(document, some)})
        elsewhere = [one for one in by_family[document.name.split("/")[0]] if one != question.document]
        answers_elsewhere = own_words or question.source == "tatqa"
        if draw.random() < 0.12 and elsewhere and not answers_elsewhere:
            other = draw.choice(elsewhere)
            some = pick(collection.documents[other], stage.rank(other, number)[:8])
            name = collection.documents[other].name
            rows.append({"question": text, "source": f"{question.source}-other", "document": name, "positives": [],
                         "negatives": some})
    return rows


def graded(draw, queries, clauses):
    """Lawyers' queries with graded clauses: 3 and 4 answer, 1 and unrelated ones do not."""
    texts, rows = {row["id"]: plain(" ".join(row["text"].split()[:140])) for row in clauses}, []
    for row in (row for row in queries if row["split"] == "train"):
        of = lambda grades: [clause for grade in grades for clause in row["scores"].get(grade, []) if clause in texts]
        unrelated = [clause for clause in texts if clause not in of("01234")]
        for good in of("34"):
            some = draw.sample(of("1"), min(5, len(of("1")))) + draw.sample(unrelated, 8)
            rows.append({"question": row["query"], "source": "acord", "document": "acord", "positives": [texts[good]],
                         "negatives": [texts[clause] for clause in some]})
    return rows


def main(bench, folder, encoder):
    collection = Collection(random.Random(7))
    paragraphs(collection, lines(bench / "question-generation/pairs.jsonl.gz"))
    contracts(collection, lines(bench / "contract-clauses/contracts.jsonl.gz"), lines(folder / "contracts.jsonl"))
    tables = [json.load(gzip.open(bench / "tables" / name)) for name in ("tatqa_dev.json.gz", "tatqa_test_gold.json.gz")]
    reports(collection, sum(tables, []))
    draw = collection.random
    collection.questions = [one for one in collection.questions if draw.random() < SHARE.get(one.source, 1)]
    rows = groups(collection, FirstStage(collection, encoder))
    clauses = bench / "contract-clauses"
    rows += graded(draw, lines(clauses / "acord.jsonl.gz"), lines(clauses / "acord-clauses.jsonl.gz"))
    draw.shuffle(rows)
    names = sorted({row["document"] for row in rows} - {"acord"})
    held = set(draw.sample(names, len(names) // 12))
    for name, chosen in (("train", False), ("held", True)):
        with open(folder / f"{name}.jsonl", "w") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows if (row["document"] in held) == chosen)
    print(len(rows), "groups:", Counter(row["source"] for row in rows))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]))
