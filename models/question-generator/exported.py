"""The exported networks, run token by token, as Pincite runs them."""

import numpy
import onnxruntime

from network import HEADS, WIDTH


class Exported:
    def __init__(self, folder):
        self.encoder, self.decoder = (onnxruntime.InferenceSession(folder / f"{name}.onnx")
                                      for name in ("encoder_model", "decoder_model_merged"))
        self.names = [output.name for output in self.decoder.get_outputs()]

    def read(self, ids, mask):
        """Takes in sources [sources, tokens]; what is written next is about them."""
        hidden = self.encoder.run(None, {"input_ids": ids, "attention_mask": mask})[0]
        nothing = numpy.zeros((len(ids), HEADS, 0, WIDTH // HEADS), numpy.float32)
        self.given = {"encoder_attention_mask": mask, "encoder_hidden_states": hidden} | self.past([nothing] * len(self.names[1:]))
        self.begun = False

    def past(self, values):
        return {name.replace("present", "past_key_values"): value for name, value in zip(self.names[1:], values)}

    def step(self, ids):
        """Takes in one more token of each question [sources, 1]; log-likelihoods of the next [sources, vocabulary]."""
        out = self.decoder.run(None, self.given | {"input_ids": ids, "use_cache_branch": numpy.array([self.begun])})
        self.given |= self.past(out[1:])
        self.begun = True
        return out[0][:, -1]
