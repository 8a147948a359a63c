//! BERT (Devlin et al. 2019) as a text encoder: MiniLM, E5, BGE, DPR, SimLM, Contriever and similar models. And as a
//! cross-encoder, which reads a question and a passage together and scores the pair (Nogueira & Cho 2019, §3). Other
//! architectures (RoBERTa, MPNet, ModernBERT) are refused with their name.

use serde::Deserialize;

use crate::{Dim, Element, Error, Graph, Op, Pooling, Shape, Value};

/// Name of the input with token ids, 64-bit integers [batch, length].
pub const INPUT_IDS: &str = "input_ids";
/// Name of the input that is 1 for a token and 0 for padding, 64-bit integers [batch, length].
pub const ATTENTION_MASK: &str = "attention_mask";
/// Name of the input that is 0 for a token of the first text and 1 for one of the second, 64-bit integers [batch, length].
pub const TOKEN_TYPE_IDS: &str = "token_type_ids";
/// Name of the output: one row per text, 32-bit floats [batch, width].
pub const EMBEDDING: &str = "embedding";

/// Name of the output: one score per pair, 32-bit floats [batch, 1]. It is a logit without bounds.
pub const SCORE: &str = "score";
/// Name of the output: whether the passage of a pair answers, 32-bit floats [batch, 1]. It is a logit without bounds.
pub const PRESENCE: &str = "presence";
/// Name of the output: where in a pair the answer starts and ends, 32-bit floats [batch, length, 2]. They are logits.
pub const SPAN: &str = "span";
/// The weight whose first axis is the number of labels.
pub const CLASSIFIER: &str = "classifier.weight";
/// The weight that a cross-encoder with an output for presence has.
pub const PRESENCE_CLASSIFIER: &str = "presence.classifier.weight";
/// The weight that a cross-encoder with an output for spans has.
pub const SPAN_CLASSIFIER: &str = "span.weight";

/// The fields of a Hugging Face `config.json` that shape a BERT.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Config {
    /// Family; must be "bert" (or "dpr", which is a BERT under another name).
    pub model_type: String,
    /// Number of tokens known.
    pub vocab_size: i64,
    /// Width of a token's vector.
    pub hidden_size: i64,
    /// Number of layers.
    pub num_hidden_layers: usize,
    /// Number of attention heads.
    pub num_attention_heads: i64,
    /// Width inside the feed-forward block.
    pub intermediate_size: i64,
    /// Activation: "gelu", "gelu_new", "gelu_pytorch_tanh" or "relu".
    pub hidden_act: String,
    /// Longest input in tokens.
    pub max_position_embeddings: i64,
    /// Number of segment types.
    pub type_vocab_size: i64,
    /// Added to the variance in layer normalisation.
    #[serde(default = "default_epsilon")]
    pub layer_norm_eps: f32,
    /// Kind of position embeddings; only "absolute".
    #[serde(default = "default_positions")]
    pub position_embedding_type: String,
}

/// Parsed first. The file of another family lacks our fields, and the error should name the family.
#[derive(Deserialize)]
struct Family {
    model_type: String,
}

fn default_epsilon() -> f32 {
    1e-12
}

fn default_positions() -> String {
    "absolute".to_owned()
}

impl Config {
    /// Reads `config.json`. Refuses settings that the graph does not support.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let family: Family = serde_json::from_str(text)?;
        supported("model_type", &family.model_type, &["bert", "dpr"], "bert, dpr")?;
        let config: Self = serde_json::from_str(text)?;
        supported("position_embedding_type", &config.position_embedding_type, &["absolute"], "absolute")?;
        config.activation()?;
        if config.num_attention_heads <= 0 || config.hidden_size % config.num_attention_heads != 0 {
            return Err(Error::Unsupported {
                what: "num_attention_heads",
                value: config.num_attention_heads.to_string(),
                supported: "a divisor of hidden_size",
            });
        }
        Ok(config)
    }

    fn activation(&self) -> Result<Op, Error> {
        let known = "gelu, gelu_new, gelu_pytorch_tanh, relu";
        match self.hidden_act.as_str() {
            "gelu" => Ok(Op::Gelu { tanh: false }),
            "gelu_new" | "gelu_pytorch_tanh" => Ok(Op::Gelu { tanh: true }),
            "relu" => Ok(Op::Relu),
            other => Err(Error::Unsupported { what: "hidden_act", value: other.to_owned(), supported: known }),
        }
    }
}

fn supported(what: &'static str, value: &str, known: &[&str], supported: &'static str) -> Result<(), Error> {
    if known.contains(&value) {
        return Ok(());
    }
    Err(Error::Unsupported { what, value: value.to_owned(), supported })
}

/// The token inputs of a BERT, each [batch, length].
#[derive(Clone, Copy)]
pub struct TokenInputs {
    /// Token ids.
    pub ids: Value,
    /// 1 for a token, 0 for padding.
    pub mask: Value,
    /// 0 for the first text, 1 for the second. `None`: all tokens are of one text.
    pub types: Option<Value>,
}

/// The graph of a text encoder. Its inputs are [`INPUT_IDS`] and [`ATTENTION_MASK`]; batch and length are free. Its
/// output is [`EMBEDDING`], of length 1 if `normalise` is set. Parameters have the names of `BertModel`'s weights.
pub fn encoder(config: &Config, pooling: Pooling, normalise: bool) -> Result<Graph, Error> {
    let mut graph = Graph::new();
    let text = Shape(vec![Dim::Named("batch"), Dim::Named("length")]);
    let ids = graph.input(INPUT_IDS, Element::I64, text.clone());
    let mask = graph.input(ATTENTION_MASK, Element::I64, text);
    let states = transformer(&mut graph, config, &TokenInputs { ids, mask, types: None })?;
    let embedding = pooled(&mut graph, states, mask, pooling, normalise)?;
    graph.output(EMBEDDING, embedding);
    Ok(graph)
}

/// States of tokens [batch, length, width] and their mask → one vector per text [batch, width].
pub(crate) fn pooled(
    graph: &mut Graph,
    states: Value,
    mask: Value,
    pooling: Pooling,
    normalise: bool,
) -> Result<Value, Error> {
    let pooled = graph.pool(states, mask, pooling)?;
    if normalise { graph.l2_normalise(pooled) } else { Ok(pooled) }
}

/// Tokens [batch, length] → hidden states [batch, length, width] of the last layer.
pub fn transformer(graph: &mut Graph, config: &Config, tokens: &TokenInputs) -> Result<Value, Error> {
    let bias = graph.mask_bias(tokens.mask)?;
    let mut hidden = embeddings(graph, config, tokens)?;
    for layer in 0..config.num_hidden_layers {
        hidden = block(graph, config, hidden, bias, &format!("encoder.layer.{layer}"))?;
    }
    Ok(hidden)
}

/// Word + position + segment, normalised. A single text is all segment 0.
fn embeddings(graph: &mut Graph, config: &Config, tokens: &TokenInputs) -> Result<Value, Error> {
    let width = config.hidden_size;
    let words = graph.parameter("embeddings.word_embeddings.weight", &[config.vocab_size, width]);
    let positions = graph.parameter("embeddings.position_embeddings.weight", &[config.max_position_embeddings, width]);
    let segments = graph.parameter("embeddings.token_type_embeddings.weight", &[config.type_vocab_size, width]);
    let words = graph.gather(words, tokens.ids);
    let positions = graph.first_rows_like(positions, tokens.ids, 1);
    let segments = match tokens.types {
        Some(types) => graph.gather(segments, types),
        None => graph.pick(segments, 0, 0),
    };
    let places = graph.add(positions, segments)?;
    let sum = graph.add(words, places)?;
    graph.normalise(sum, "embeddings.LayerNorm", width, config.layer_norm_eps)
}

/// Attention and feed-forward, each added to its input and normalised.
fn block(graph: &mut Graph, config: &Config, x: Value, mask_bias: Value, name: &str) -> Result<Value, Error> {
    let width = config.hidden_size;
    let inner = config.intermediate_size;
    let mixed = graph.self_attention(x, mask_bias, &format!("{name}.attention"), config.num_attention_heads)?;
    let mixed = graph.linear(mixed, &format!("{name}.attention.output.dense"), width, width)?;
    let sum = graph.add(mixed, x)?;
    let x = graph.normalise(sum, &format!("{name}.attention.output.LayerNorm"), width, config.layer_norm_eps)?;
    let wide = graph.linear(x, &format!("{name}.intermediate.dense"), width, inner)?;
    let wide = graph.unary(config.activation()?, wide);
    let narrow = graph.linear(wide, &format!("{name}.output.dense"), inner, width)?;
    let sum = graph.add(narrow, x)?;
    graph.normalise(sum, &format!("{name}.output.LayerNorm"), width, config.layer_norm_eps)
}

/// The outputs of a cross-encoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heads {
    /// The meaning of the classifier's outputs.
    pub labels: Labels,
    /// Whether [`PRESENCE`] is an output.
    pub presence: bool,
    /// Whether [`SPAN`] is an output.
    pub span: bool,
}

/// The meaning of the classifier's outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// One output, the score itself.
    One,
    /// Two outputs, "no" and "yes". The score is their difference, the log odds of "yes".
    NoAndYes,
}

/// The graph of a cross-encoder. Its inputs are [`INPUT_IDS`], [`TOKEN_TYPE_IDS`] and [`ATTENTION_MASK`]; batch and
/// length are free. Its outputs are [`SCORE`] and perhaps [`PRESENCE`] and [`SPAN`]. Parameters have the names of
/// `BertForSequenceClassification`'s weights, without the prefix "bert."; those of presence begin with "presence.",
/// those of spans with "span." (one linear layer, Devlin et al. 2019, §4.2).
///
/// # Errors
/// [`Error`] if the sizes contradict each other.
pub fn cross_encoder(config: &Config, heads: Heads) -> Result<Graph, Error> {
    let mut graph = Graph::new();
    let pair = Shape(vec![Dim::Named("batch"), Dim::Named("length")]);
    let ids = graph.input(INPUT_IDS, Element::I64, pair.clone());
    let types = graph.input(TOKEN_TYPE_IDS, Element::I64, pair.clone());
    let mask = graph.input(ATTENTION_MASK, Element::I64, pair);
    let states = transformer(&mut graph, config, &TokenInputs { ids, mask, types: Some(types) })?;
    let first = graph.pool(states, mask, Pooling::Cls)?;
    let width = config.hidden_size;
    let pooled = dense(&mut graph, first, "pooler.dense", width)?;
    let score = match heads.labels {
        Labels::One => graph.linear(pooled, "classifier", width, 1)?,
        Labels::NoAndYes => log_odds(&mut graph, pooled, width)?,
    };
    graph.output(SCORE, score);
    if heads.presence {
        let pooled = dense(&mut graph, first, "presence.pooler.dense", width)?;
        let presence = graph.linear(pooled, "presence.classifier", width, 1)?;
        graph.output(PRESENCE, presence);
    }
    if heads.span {
        let span = graph.linear(states, "span", width, 2)?;
        graph.output(SPAN, span);
    }
    Ok(graph)
}

/// A linear layer that keeps the width, and tanh: the pooler of a BERT.
fn dense(graph: &mut Graph, x: Value, name: &str, width: i64) -> Result<Value, Error> {
    let x = graph.linear(x, name, width, width)?;
    Ok(graph.unary(Op::Tanh, x))
}

/// The second output minus the first.
fn log_odds(graph: &mut Graph, pooled: Value, width: i64) -> Result<Value, Error> {
    let outputs = graph.linear(pooled, "classifier", width, 2)?;
    let yes = graph.pick(outputs, 1, 1);
    let no = graph.pick(outputs, 1, 0);
    graph.sub(yes, no)
}
