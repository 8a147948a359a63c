"""Groups about other topics of contracts: a cell for each contract and topic. Headings tell where a topic stands. It was part of
`models/reranker` for the third run of experiment 045; `clauses.json` has the wordings that were added then.

A passage answers if its heading names the topic and its text has a term of it. A contract without any of the terms lacks it.
All other passages with a term may answer, so they are neither positives nor negatives.
"""

import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "models/reranker"))
from collection import Question

TOPICS = json.loads((HERE / "topics.json").read_text())
SAID = 2  # absent topics of a contract; all of them would outweigh the clauses


def topics(collection):
    """Adds questions about each contract of a collection. `data.py` would call it after `clauses.cells`."""
    patterns = {name: [re.compile(topic[part], re.IGNORECASE) for part in ("heading", "terms")] for name, topic in TOPICS.items()}
    for number, document in enumerate(collection.documents):
        if document.family != "contract":
            continue
        absent = []
        for name, (heading, terms) in patterns.items():
            named = [at for at, one in enumerate(document.passages) if terms.search(one["text"])]
            answering = [at for at in named if heading.search(document.passages[at]["headings"].rsplit(" > ", 1)[-1])]
            if answering:
                collection.questions.append(question(collection, number, name, answering, named))
            elif not named:
                absent.append(name)
        for name in collection.random.sample(absent, min(SAID, len(absent))):
            collection.questions.append(question(collection, number, name, [], []))


def question(collection, document, name, answering, named):
    text, *queries = collection.random.sample(TOPICS[name]["wordings"], 3)
    return Question(text, document, answering, "topic" if answering else "topic-absent", {}, name, [text, *queries],
                    unsure=frozenset(named) - set(answering))
