"""Questions on the samples with the pages on which their answers were set."""

import json


def written(source, pages):
    """JSON lines of the questions of `source`: "pdf | question | clause | text", more evidence after " + "."""
    return "".join(json.dumps(_question(line, number, pages), ensure_ascii=False) + "\n"
                   for number, line in enumerate(source.strip().splitlines(), 1))


def _question(line, number, pages):
    pdf, question, evidence = (part.strip() for part in line.split("|", 2))
    found = [_evidence(part, pages[pdf]) for part in evidence.split(" + ")]
    return {"id": f"sample-{number:02}", "pdf": pdf, "question": question, "evidence": found}


def _evidence(part, pages):
    clause, text = (side.strip() for side in part.split("|", 1))
    found = {"pages0": _pages(text, pages), "text": text}
    return found | {"clause": clause} if clause else found


def _pages(text, pages):
    """Pages, from 0, on which the first occurrence of a text stands; its absence is a mistake in the source."""
    whole = " ".join(pages)
    start = whole.index(text)
    end = start + len(text) - 1
    spans, at = [], 0
    for number, page in enumerate(pages):
        if at <= end and start < at + len(page):
            spans.append(number)
        at += len(page) + 1
    return spans
