"""Sets for `pincite-lab learning`: a document a line, with its passages and questions.

    python learning_sets.py squad dev-v2.0.json > squad.jsonl
    python learning_sets.py contractnli dev.json > contractnli.jsonl
    pincite-lab passages <folder with PDFs> > passages.jsonl
    python learning_sets.py pdf questions-short.jsonl passages.jsonl > cuad-short.jsonl
    python learning_sets.py tatqa tatqa_test_gold.json.gz > tatqa.jsonl

In ContractNLI and CUAD a question asks the same of each contract, so it has a key: in the pool of all contracts the answers of
all of them are right. A question of SQuAD is about its own article.
"""

import gzip
import json
import re
import sys
from collections import defaultdict

WORDS = 130  # of a passage of a contract that is given as text: about as long as Pincite's
TABLES = 16  # of TAT-QA in a document, with the paragraphs around them


def squad(path):
    for article in json.load(open(path))["data"]:
        right = defaultdict(set)
        for number, paragraph in enumerate(article["paragraphs"]):
            for question in paragraph["qas"]:
                right[question["question"]].add(number)
        passages = [{"text": paragraph["context"]} for paragraph in article["paragraphs"]]
        questions = [{"text": text, "right": sorted(found)} for text, found in right.items()]
        yield {"name": article["title"], "passages": passages, "questions": questions}


def contractnli(path, absent=False):
    """`absent`: with the statements that a contract does not mention."""
    data = json.load(open(path))
    for document in data["documents"]:
        groups = grouped(document)
        owner = {span: number for number, group in enumerate(groups) for span in group}
        questions = []
        for key, found in document["annotation_sets"][0]["annotations"].items():
            if found["spans"] if found["choice"] != "NotMentioned" else absent:
                right = sorted({owner[span] for span in found["spans"]})
                questions.append({"text": data["labels"][key]["hypothesis"], "right": right, "key": key})
        passages = [{"text": text_of(document, group)} for group in groups]
        yield {"name": document["file_name"], "passages": passages, "questions": questions}


def grouped(document):
    """Numbers of consecutive spans, in groups of at most so many words."""
    groups, size = [[]], 0
    for number, (start, end) in enumerate(document["spans"]):
        words = len(document["text"][start:end].split())
        if groups[-1] and size + words > WORDS:
            groups.append([])
            size = 0
        groups[-1].append(number)
        size += words
    return groups


def text_of(document, group):
    start, end = document["spans"][group[0]][0], document["spans"][group[-1]][1]
    return " ".join(document["text"][start:end].split())


def tatqa(path):
    tables = json.load(gzip.open(path))
    for start in range(0, len(tables), TABLES):
        passages, questions = [], []
        for table in tables[start:start + TABLES]:
            paragraphs = [{"text": paragraph["text"]} for paragraph in sorted(table["paragraphs"], key=lambda one: one["order"])]
            rows = ["; ".join(filter(None, row)) for row in table["table"]["table"]]
            before, at_table = len(passages), len(passages) + len(paragraphs)
            passages += paragraphs + [{"text": "\n".join(filter(None, rows))}]
            for question in table["questions"]:
                told = [before + int(number) - 1 for number in question["rel_paragraphs"]]
                right = told if question["answer_from"] == "text" else [at_table, *told]
                questions.append({"text": question["question"], "right": sorted(right)})
        yield {"name": f"tables {start}", "passages": passages, "questions": questions}


def pdf(questions, passages):
    by_file = defaultdict(list)
    for line in open(passages):
        passage = json.loads(line)
        by_file[passage["document"]].append({"headings": passage["headings"], "text": passage["text"]})
    asked = defaultdict(list)
    for line in open(questions):
        question = json.loads(line)
        asked[question["pdf"].split("/")[-1]].append(question)
    for name, rows in asked.items():
        texts = [reduced(passage["text"]) for passage in by_file[name]]
        found = []
        for row in rows:
            evidence = [reduced(one["text"]) for one in row["evidence"]]
            right = [number for number, text in enumerate(texts) if any(shares(text, one) for one in evidence)]
            found.append({"text": row["question"], "right": right, "key": row.get("category")})
        yield {"name": name, "passages": by_file[name], "questions": found}


def reduced(text):
    return re.sub(r"[^a-z0-9]", "", text.lower())


def shares(passage, evidence, length=60):
    """Whether both have a common run of so many letters, or of all of the evidence."""
    length = min(length, len(evidence))
    return length > 0 and any(evidence[at:at + length] in passage for at in range(len(evidence) - length + 1))


if __name__ == "__main__":
    for row in {"squad": squad, "contractnli": contractnli, "pdf": pdf, "tatqa": tatqa}[sys.argv[1]](*sys.argv[2:]):
        print(json.dumps(row))
