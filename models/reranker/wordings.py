"""Wordings of questions about contracts, as people type them: the 41 clause categories (`clauses.json`) and 35 other topics
(`topics.json`). All were written for training contracts only.

Each list mixes kinds: yes or no, who, when, how much, keywords, and the lay words of a client. Three wordings of each category
are held out: no network reads them in training. The weights that training starts from never read them either.
"""

import json
from pathlib import Path

CLAUSES, TOPICS = (json.loads((Path(__file__).parent / name).read_text()) for name in ("clauses.json", "topics.json"))


def trained(category):
    return CLAUSES[category]["trained"] if category in CLAUSES else TOPICS[category]["wordings"]


def held_out(category):
    return CLAUSES[category]["held_out"]
