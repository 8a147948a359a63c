"""Wordings of the 41 clause categories (`clauses.json`) and of 35 other topics (`topics.json`), as people type them. All were
written for training contracts only.

A clause has ten short wordings of mixed kinds: yes or no, who, when, how much, keywords, and the lay words of a client. The last
three are held out: no network reads them in training. `more` has 24 wordings for training alone.
"""

import json
from pathlib import Path

HELD_OUT = 3
CLAUSES, TOPICS = (json.loads((Path(__file__).parent / name).read_text()) for name in ("clauses.json", "topics.json"))
WORDINGS = {category: clause["wordings"] for category, clause in CLAUSES.items()}


def trained(category):
    """Wordings of a clause or a topic that training reads."""
    return TOPICS[category]["wordings"] if category in TOPICS else WORDINGS[category][:-HELD_OUT] + CLAUSES[category]["more"]


def held_out(category):
    return WORDINGS[category][-HELD_OUT:]
