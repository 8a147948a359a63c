"""Writes the generator down in the layout of Hugging Face's exporter, and checks it against what was trained.

    python export.py <working folder> <all-MiniLM-L6-v2 folder> <folder to write>
"""

import json
import shutil
import sys
from pathlib import Path

import numpy
import torch
from safetensors.torch import load_file

from decoder import Decoder
from encoder import encoder
from exported import Exported
from network import CLS, HEADS, LAYERS, LONGEST, SEP, WIDTH, Writer
from train import Examples

CONFIG = {
    "model_type": "t5", "is_encoder_decoder": True, "d_model": WIDTH, "d_kv": WIDTH // HEADS, "num_heads": HEADS,
    "num_decoder_layers": LAYERS, "num_layers": 6, "decoder_start_token_id": CLS, "eos_token_id": SEP, "pad_token_id": 0,
    "n_positions": 256,
}
GENERATION = {"decoder_start_token_id": CLS, "eos_token_id": SEP, "pad_token_id": 0, "max_length": LONGEST}


def writer(work, model):
    table = load_file(model / "model.safetensors")["embeddings.word_embeddings.weight"].float()
    kept = torch.load(work / "checkpoint.pt", map_location="cpu", weights_only=False)["writer"]
    made = Writer(table, kept["own"])
    made.load_state_dict(kept)
    return made.eval()


def check(folder, made, examples):
    """The exported networks give the trained one's likelihoods, in one go and token by token."""
    at = examples.held_out[0]
    states, ids, owner, tokens = examples.tensors([at])
    with torch.no_grad():
        expected = made(made.source(states, ids), ids, ids != 0, owner, tokens)[0]
    networks = Exported(folder)
    networks.read(ids.numpy(), numpy.ones_like(ids.numpy()))
    for step in range(int((tokens[0, 1:] >= 0).sum())):
        likely = networks.step(tokens[:1, step:step + 1].numpy())[0, int(tokens[0, step + 1])]
        print(f"{float(expected[step]):.3f} trained, {likely:.3f} exported")
        assert abs(float(expected[step]) - likely) < 0.3, "8-bit weights may cost a little, no more"


def main():
    work, model, folder = map(Path, sys.argv[1:4])
    folder.mkdir(parents=True, exist_ok=True)
    made = writer(work, model)
    weights = {name: value.numpy() for name, value in made.state_dict().items()}
    Decoder(weights, made.table.numpy(), HEADS, LAYERS).build().save(folder / "decoder_model_merged.onnx")
    encoder(model).save(folder / "encoder_model.onnx")
    shutil.copy(model / "tokenizer.json", folder)
    (folder / "config.json").write_text(json.dumps(CONFIG, indent=1) + "\n")
    (folder / "generation_config.json").write_text(json.dumps(GENERATION, indent=1) + "\n")
    (folder / "pincite.json").write_text(json.dumps({"prompt": "{sentence}[SEP]{passage}", "uncased": True, "beams": 1}) + "\n")
    check(folder, made, Examples(work))


if __name__ == "__main__":
    main()
