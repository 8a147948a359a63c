"""What marks of a few documents say of the others, in a column of a review table.

    python marks.py set <bench> <working folder of models/reranker> set.jsonl
    pincite-lab fusion set.jsonl --depth 16 > scores.jsonl
    python marks.py measure set.jsonl scores.jsonl <all-MiniLM-L6-v2 folder>

A column asks all contracts that were held out of the cross-encoder's training the same question, in short words that were not
trained, or in lay words.
"""

import json
import random
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np

MODELS = Path(__file__).resolve().parents[1] / "models"
sys.path += [str(MODELS / "reranker"), str(MODELS / "presence")]


def write_set(bench, folder, out):
    from data import read
    from lay import LAY
    from wordings import TOPICS, held_out

    draw, collection = random.Random(13), read(bench, folder)
    texts, asked = {}, defaultdict(list)
    for question in collection.questions:
        document = collection.documents[question.document]
        if document.family != "contract" or not document.held_out() or question.category in TOPICS or question.category is None:
            continue
        columns = texts.setdefault(question.category, [draw.choice(held_out(question.category)), draw.choice(LAY[question.category])])
        asked[question.document] += [{"text": text, "right": sorted(question.positives), "key": f"{question.category}/{text}"}
                                     for text in columns]
    with open(out, "w") as file:
        for number, questions in asked.items():
            document = collection.documents[number]
            passages = [{"headings": [one["headings"]] if one["headings"] else [], "text": one["text"]} for one in document.passages]
            file.write(json.dumps({"name": document.name, "passages": passages, "questions": questions}) + "\n")


if __name__ == "__main__":
    if sys.argv[1] == "set":
        write_set(*map(Path, sys.argv[2:5]))
