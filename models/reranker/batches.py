"""Batches of groups as arrays. Other processes make them while the network learns."""

import numpy as np
import torch
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from groups import Groups
from pairs import before, text


class Batch:
    """Groups as arrays: their pairs for the network and for its teacher, and what is known about each pair."""

    def __init__(self, groups, passages, pairs, teacher=None):
        self.size, self.targets, self.ranks = len(groups[0].passages), [], []
        made, spans, labels, taught = [], [], [], []
        for group in groups:
            self.targets.append(0 if group.answered else self.size)
            self.ranks.append(group.ranks)
            for place, at in enumerate(group.passages):
                passage, answers = passages[at], group.answered and place == 0
                read = text(passage, group.headings)
                pair = pairs.pair(group.question, read)
                made.append(pair)
                labels.append(float(answers))
                spans.append(pairs.span(pair, characters(group, passage)) if answers else (0, 0))
                if teacher:
                    taught.append(teacher.pair(group.question, read))
        self.inputs, self.labels, self.spans = pairs.arrays(made), np.array(labels, np.float32), np.array(spans)
        self.taught = teacher.arrays(taught) if teacher else []
        self.targets, self.ranks = np.array(self.targets), np.array(self.ranks)

    def to(self, device):
        """The same batch as tensors on a device."""
        tensor = lambda array: torch.as_tensor(array, device=device)
        self.inputs, self.taught = ([tensor(part) for part in some] for some in (self.inputs, self.taught))
        self.labels, self.spans = tensor(self.labels), tensor(self.spans)
        self.targets, self.ranks = tensor(self.targets), tensor(self.ranks)
        return self


def characters(group, passage):
    """Where the answer stands in what the network reads of a passage, or None if that is unknown."""
    skipped = len(before(passage, group.headings))
    return group.span and [group.span[0] + skipped, group.span[1] + skipped]


class Batches(IterableDataset):
    """Batches without end. Each process draws its own, by its own seed."""

    def __init__(self, rows, passages, pairs, teacher, arguments, seed):
        self.rows, self.passages, self.pairs, self.teacher = rows, passages, pairs, teacher
        self.arguments, self.seed = arguments, seed
        for one in filter(None, (pairs, teacher)):
            one.remember([text(passage) for passage in passages])

    def __iter__(self):
        worker = get_worker_info()
        groups = Groups(self.rows, self.passages, self.arguments.candidates, self.seed + 1000 * (worker.id if worker else 0))
        for part in groups.batches(self.arguments.batch):
            yield Batch(part, self.passages, self.pairs, self.teacher)

    def loader(self):
        workers = self.arguments.workers
        return DataLoader(self, batch_size=None, num_workers=workers, prefetch_factor=4 if workers else None)
