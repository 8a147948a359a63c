"""Groups about 35 other topics of contracts: a cell for each contract and topic. Headings tell where a topic stands.

A passage answers if its heading names the topic and its text has a term of it. A contract without any of the terms lacks it.
All other passages with a term may answer, so they are neither positives nor negatives.
"""

import re

from collection import Question
from wordings import TOPICS

SAID = 2  # absent topics of a contract; all of them would outweigh the clauses


def topics(collection):
    """Adds questions about each contract of a collection."""
    patterns = {name: [re.compile(topic[part], re.IGNORECASE) for part in ("heading", "terms")] for name, topic in TOPICS.items()}
    for number, document in enumerate(collection.documents):
        if document.family != "contract":
            continue
        absent = []
        for name, (heading, terms) in patterns.items():
            named = [at for at, one in enumerate(document.passages) if terms.search(one["text"])]
            answering = [at for at in named if heading.search(document.passages[at]["headings"].rsplit(" > ", 1)[-1])]
            if answering:
                collection.questions.append(asked(collection, number, name, answering, named))
            elif not named:
                absent.append(name)
        for name in collection.random.sample(absent, min(SAID, len(absent))):
            collection.questions.append(asked(collection, number, name, [], []))


def asked(collection, document, name, answering, named):
    text, *queries = collection.random.sample(TOPICS[name]["wordings"], 3)
    return Question(text, document, answering, "topic" if answering else "topic-absent", {}, name, [text, *queries],
                    unsure=frozenset(named) - set(answering))
