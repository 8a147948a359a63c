//! Vectors of test documents, made by a real encoder. Not for storing them.

use pincite_library::{CollectionId, Library, NewPassage, NewVectors, Vectors};
use pincite_models::{Catalogue, Encode, Encoder, Side};
use std::ops::ControlFlow;

/// Vectors of passages in the collection's first generation, which is made if it is not there.
pub(crate) async fn embedded(
    library: &Library,
    collection: CollectionId,
    encoder: &Encoder,
    passages: &[NewPassage],
) -> NewVectors {
    let name = Catalogue::builtin().unwrap().default_encoder().name.clone();
    let width = encoder.width() as u32;
    let generation = library.ensure_generation(collection, &name, encoder.fingerprint(), width).await.unwrap().id;
    let texts: Vec<&str> = passages.iter().map(|it| it.passage.text.as_str()).collect();
    let made = encoder.embed(&texts, Side::Passage, &mut |_| ControlFlow::Continue(())).unwrap();
    let vectors = Vectors { width, owners: (0..texts.len() as u32).collect(), values: made.values };
    NewVectors { generation, vectors }
}
