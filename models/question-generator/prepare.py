"""Reads the pairs, runs the frozen encoder over every source once, and keeps its states on the disk.

    pip install onnx onnxruntime tokenizers safetensors torch
    python prepare.py <pairs.jsonl.gz> <all-MiniLM-L6-v2 folder> <working folder>
"""

import collections
import json
import pickle
import sys
import time
from pathlib import Path

import numpy
import onnxruntime

from data import read
from encoder import encoder

BUDGET = 8192


def sources(examples):
    """Each source once, with the questions asked of it."""
    asked = collections.OrderedDict()
    for example in examples:
        asked.setdefault(tuple(example.source), []).append(example)
    return asked


def batches(lengths):
    order = sorted(range(len(lengths)), key=lengths.__getitem__)
    batch = []
    for at in order:
        if batch and lengths[at] * (len(batch) + 1) > BUDGET:
            yield batch
            batch = []
        batch.append(at)
    yield batch


def padded(rows):
    ids = numpy.zeros((len(rows), max(map(len, rows))), dtype=numpy.int64)
    for at, row in enumerate(rows):
        ids[at, : len(row)] = row
    return ids


def keep_states(session, rows, file):
    """All states one after the other [tokens, width], and where each source begins."""
    starts = numpy.concatenate([[0], numpy.cumsum([len(row) for row in rows])])
    states = numpy.lib.format.open_memmap(file, "w+", numpy.float16, (int(starts[-1]), 384))
    done, began = 0, time.time()
    for batch in batches([len(row) for row in rows]):
        ids = padded([rows[at] for at in batch])
        mask = numpy.array([[place < len(rows[at]) for place in range(ids.shape[1])] for at in batch], dtype=numpy.int64)
        out = session.run(None, {"input_ids": ids, "attention_mask": mask})[0]
        for at, row in zip(batch, out):
            states[starts[at]: starts[at + 1]] = row[: len(rows[at]), :-1]
        done += len(batch)
        print(f"{done} of {len(rows)} sources, {done / (time.time() - began):.0f} a second", flush=True)
    states.flush()
    return starts


def main():
    pairs, model, work = map(Path, sys.argv[1:4])
    work.mkdir(parents=True, exist_ok=True)
    examples, read_rows = read(pairs, model / "tokenizer.json")
    asked = sources(examples)
    print(f"{read_rows} pairs read, {len(examples)} good, {len(asked)} sources", flush=True)
    encoder(model).save(work / "encoder_model.onnx")
    session = onnxruntime.InferenceSession(work / "encoder_model.onnx", providers=["CPUExecutionProvider"])
    rows = [list(source) for source in asked]
    starts = keep_states(session, rows, work / "states.npy")
    questions = [[example.question for example in group] for group in asked.values()]
    held_out = [any(example.held_out for example in group) for group in asked.values()]
    kept = {"sources": rows, "starts": starts, "questions": questions, "held_out": held_out}
    (work / "examples.pickle").write_bytes(pickle.dumps(kept))
    texts = [group[0].text | {"questions": [example.text["question"] for example in group]}
             for group, out in zip(asked.values(), held_out) if out]
    (work / "held_out.json").write_text(json.dumps(texts, indent=1))


if __name__ == "__main__":
    main()
