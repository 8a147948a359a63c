//! ONNX Runtime sessions, tokenizers and the model catalogue. Not for building graphs (the room before) or ranking (a room after).
