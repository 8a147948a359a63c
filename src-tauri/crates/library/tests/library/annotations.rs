//! Annotations: highlights with notes are kept as long as their content, and what people wrote survives a changed file.

use crate::support::{Temporary, list, store};
use pincite_library::{AnnotationBox, Colour, DocumentId, Error, Library, NewAnnotation};
use pincite_pdf::Rect;

fn boxes(page: u32) -> [AnnotationBox; 1] {
    [AnnotationBox { page, rect: Rect { x0: 72.0, y0: 100.25, x1: 140.0, y1: 111.0 } }]
}

async fn add(library: &Library, document: DocumentId, page: u32, text: &str) -> pincite_library::AnnotationId {
    let new = NewAnnotation { boxes: &boxes(page), text, note: "check", colour: Colour::Green };
    library.add_annotation(document, &new).await.unwrap()
}

#[tokio::test]
async fn an_annotation_is_kept_edited_removed_and_restored() {
    let temporary = Temporary::new().await;
    let library = &temporary.library;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let placed = store(library, deal, "/a.pdf", 1, &["The fee is due at once.", "Courts sit in Delaware."]).await;
    let courts = add(library, placed.document, 1, "Courts").await;
    let fee = add(library, placed.document, 0, "fee").await;
    library.edit_annotation(fee, "ask the client", Colour::Pink).await.unwrap();

    let kept = temporary.again().await.annotations(placed.content).await.unwrap();
    let told: Vec<_> = kept.iter().map(|it| (it.id, it.text.as_str(), it.note.as_str(), it.colour)).collect();
    assert_eq!(told, [(fee, "fee", "ask the client", Colour::Pink), (courts, "Courts", "check", Colour::Green)]);
    assert_eq!(kept[1].boxes, boxes(1));

    library.remove_annotation(fee).await.unwrap();
    assert_eq!(library.annotations(placed.content).await.unwrap().len(), 1);
    for failed in [library.remove_annotation(fee).await, library.edit_annotation(fee, "", Colour::Blue).await] {
        assert!(matches!(failed, Err(Error::NoAnnotation(id)) if id == fee), "it is removed");
    }
    library.restore_annotation(fee).await.unwrap();
    assert_eq!(library.annotation(fee).await.unwrap().note, "ask the client");
}

#[tokio::test]
async fn two_collections_of_a_file_share_the_annotations_of_the_same_bytes() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let (deal, lease) =
        (library.create_collection("Deal").await.unwrap().id, library.create_collection("Lease").await.unwrap().id);
    let placed = store(library, deal, "/a.pdf", 1, &["Fees."]).await;
    let other = store(library, lease, "/b.pdf", 1, &["Fees."]).await;
    add(library, placed.document, 0, "Fees").await;
    library.remove_document(placed.document).await.unwrap();
    let shown = usize::from(!crate::IS_SHARED);
    assert_eq!(
        library.annotations(other.content).await.unwrap().len(),
        shown,
        "who may see one need not see the other"
    );
    library.remove_document(other.document).await.unwrap();
    assert_eq!(library.annotations(other.content).await.unwrap(), [], "nothing outlives its last document");
}

#[tokio::test]
async fn a_changed_file_keeps_the_notes_without_their_boxes() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let placed = store(library, deal, "/a.pdf", 1, &["Fees."]).await;
    add(library, placed.document, 0, "Fees").await;
    let changed = store(library, deal, "/a.pdf", 2, &["New fees."]).await;
    assert_eq!(changed.replaced, Some(placed.content));
    let kept = library.annotations(changed.content).await.unwrap().remove(0);
    assert_eq!((kept.text.as_str(), kept.note.as_str()), ("Fees", "check"));
    assert_eq!(kept.boxes, [], "they would lie on other words");
    assert_eq!(list(library, deal, "/a.pdf").await, placed.document, "it is still the same document");
}
