//! What the server finds for a question is what is stored, however few contents are asked.

use crate::server::{connection, database};
use crate::support::{Temporary, content, list, new_vectors, page, passages, store};
use pincite_library::{CollectionId, ContentId, Generation, Library, PassageCosine, PassageId, TermPositions, Vectors};
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use sqlx::AssertSqlSafe;
use std::collections::HashSet;

#[tokio::test]
async fn terms_stand_where_they_are_stored_to_stand() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let other = library.create_collection("Other").await.unwrap().id;
    let long = "supercalifragilistic".repeat(20);
    let texts = ["non-compete+ non compete | fee 12", "", &format!("fee {long} fee")];
    let one = store(library, deal, "/a.pdf", 1, &texts).await;
    let two = store(library, deal, "/b.pdf", 2, &["no such words"]).await;
    store(library, other, "/a.pdf", 1, &texts).await;
    let server = library.server().expect("it is on a server");
    let outlines = server.outlines(deal, &[]).await.unwrap();
    assert_eq!(
        [one.content, two.content],
        [outlines[0].content, outlines[1].content],
        "and not of the other collection"
    );
    let read = TermPositions::read(texts, None);
    assert_eq!(outlines[0].outline, read.outline);
    assert_eq!(outlines[0].first_passage, library.content(one.content).await.unwrap().first_passage);
    let wanted = ["fee", "non-compete", &long, "absent"];
    let mut found = server.postings(deal, &[], wanted).await.unwrap();
    found.sort_by_key(|posting| wanted.iter().position(|term| *term == posting.term));
    let positions: Vec<&[u32]> = found.iter().map(|posting| posting.positions.as_slice()).collect();
    assert_eq!(positions, [&read.terms["fee"][..], &read.terms["non-compete"], &read.terms[&long]]);
    assert!(server.postings(deal, &[two.content], wanted).await.unwrap().is_empty(), "only these contents");
    library.remove_document(one.document).await.unwrap();
    assert!(server.postings(deal, &[], wanted).await.unwrap().is_empty(), "it left");
    assert_eq!(server.outlines(deal, &[]).await.unwrap().len(), 1);
}

/// Contents of so many passages each, with vectors that point anywhere.
async fn embedded(library: &Library, collection: CollectionId, contents: u8, each: u32) -> Generation {
    let generation = library.ensure_generation(collection, "e5", "print", 16).await.unwrap();
    let mut random = SmallRng::seed_from_u64(1);
    for number in 0..contents {
        let path = format!("/{number}.pdf");
        let texts = vec!["fee"; each as usize];
        let values = (0..each * 16).map(|_| random.random_range(-1.0..1.0)).collect();
        let vectors = new_vectors(generation.id, &Vectors { width: 16, owners: (0..each).collect(), values });
        let document = list(library, collection, &path).await;
        let pages = [page("1")];
        let passages = passages(&texts);
        library.store_content(&content(document, &path, number, &pages, &passages, Some(&vectors))).await.unwrap();
    }
    generation
}

/// The nearest passages, as a file compares them.
async fn exact(library: &Library, generation: &Generation, contents: &[ContentId], question: &[f32]) -> Vec<PassageId> {
    let length = |numbers: &[f32]| numbers.iter().map(|number| number * number).sum::<f32>().sqrt();
    let mut all = Vec::new();
    for content in contents {
        let first = library.content(*content).await.unwrap().first_passage.0;
        let vectors = library.vectors(generation.id, *content).await.unwrap().unwrap();
        for (passage, row) in (first..).zip(vectors.values.chunks(16)) {
            let product: f32 = row.iter().zip(question).map(|(one, other)| one * other).sum();
            all.push((product / length(row) / length(question), PassageId(passage)));
        }
    }
    all.sort_by(|one, other| other.0.total_cmp(&one.0));
    all.into_iter().map(|(_, passage)| passage).collect()
}

fn passages_of(found: &[PassageCosine]) -> HashSet<PassageId> {
    found.iter().map(|one| one.passage).collect()
}

/// The same library with an index of vectors, which its server uses wherever it can.
async fn indexed(library: &Library, generation: &Generation) -> Library {
    let address = library.path().to_str().unwrap();
    let mut connection = connection(address).await;
    let mut settings = format!("SELECT index_if_large({}, 16, 1000);", generation.id);
    for other_way in ["enable_seqscan", "enable_bitmapscan", "enable_sort"] {
        settings += &format!("ALTER DATABASE {} SET {other_way} = off;", address.rsplit_once('/').unwrap().1);
    }
    sqlx::raw_sql(AssertSqlSafe(settings)).execute(&mut connection).await.unwrap();
    Library::open(library.path()).await.unwrap()
}

/// pgvector filters what its index found: one content in a hundred got three of ten passages.
#[tokio::test]
async fn near_passages_are_found_among_all_and_among_one_in_a_hundred() {
    let temporary = Temporary::new().await;
    let deal = temporary.library.create_collection("Deal").await.unwrap().id;
    let generation = embedded(&temporary.library, deal, 100, 30).await;
    let library = &indexed(&temporary.library, &generation).await;
    let contents: Vec<ContentId> = library.contents(deal).await.unwrap().iter().map(|content| content.id).collect();
    let mut question = vec![0.0; 16];
    question[3] = 0.6;
    question[7] = -0.8;
    let server = library.server().unwrap();
    let all = exact(library, &generation, &contents, &question).await;
    let found = server.nearest(&generation, &[], &question, 200).await.unwrap();
    let expected: HashSet<PassageId> = all[..200].iter().copied().collect();
    let missed = expected.difference(&passages_of(&found)).count();
    assert!(missed <= 2, "{missed} of 200 are missed");
    for one in [contents[0], contents[57]] {
        let nearest = exact(library, &generation, &[one], &question).await;
        let found = server.nearest(&generation, &[one], &question, 20).await.unwrap();
        assert_eq!(passages_of(&found), nearest[..20].iter().copied().collect(), "twenty of its thirty");
        let found = server.nearest(&generation, &[one], &question, 50).await.unwrap();
        assert_eq!(passages_of(&found).len(), 30, "it has no more");
    }
    let mut connection = connection(library.path().to_str().unwrap()).await;
    let uses = "SELECT idx_scan FROM pg_stat_all_indexes WHERE indexrelname LIKE 'near_of_%'";
    // The server counts a moment later.
    while sqlx::query_scalar::<_, i64>(uses).fetch_one(&mut connection).await.unwrap() == 0 {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn cosines_follow_what_is_stored() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let generation = embedded(library, deal, 2, 3).await;
    let contents = library.contents(deal).await.unwrap();
    let mut question = vec![0.0; 16];
    question[0] = 1.0;
    let server = library.server().unwrap();
    let values: Vec<f32> = (0..3 * 16).map(|n| if n % 16 == 0 { 2.0 } else { f32::NAN }).collect();
    let again = new_vectors(generation.id, &Vectors { width: 16, owners: vec![0, 0, 2], values });
    library.store_vectors(contents[0].id, &again).await.unwrap();
    let mut cosines = server.cosines(&generation, &[contents[0].id], &question).await.unwrap();
    cosines.sort_by_key(|one| one.passage);
    let first = contents[0].first_passage.0;
    let expected: Vec<_> = [0, 0, 2].map(|n| (PassageId(first + n), 1.0)).into();
    assert_eq!(cosines.iter().map(|one| (one.passage, one.cosine)).collect::<Vec<_>>(), expected, "the new ones");
    let second = contents[1].first_passage;
    let wanted = [second, PassageId(first + 2)];
    assert_eq!(passages_of(&server.cosines_of(&generation, &wanted, &question).await.unwrap()), wanted.into());
    let document = library.document_of(deal, contents[1].id).await.unwrap().unwrap();
    library.remove_document(document.id).await.unwrap();
    assert_eq!(server.cosines(&generation, &[], &question).await.unwrap().len(), 3, "it left");
    library.delete_collection(deal).await.unwrap();
    let tables = "SELECT count(*) FROM pg_class WHERE relname LIKE 'vectors_of_%' OR relname LIKE 'near_of_%'";
    let mut connection = connection(library.path().to_str().unwrap()).await;
    assert_eq!(sqlx::query_scalar::<_, i64>(tables).fetch_one(&mut connection).await.unwrap(), 0, "nothing is left");
}

#[tokio::test]
async fn a_database_without_the_extension_says_what_its_administrator_must_do() {
    let address = database().await;
    let (server, name) = address.to_str().unwrap().rsplit_once('/').unwrap();
    let mut connection = connection(address.to_str().unwrap()).await;
    let make = format!("CREATE ROLE owner_{name} LOGIN; ALTER DATABASE {name} OWNER TO owner_{name}");
    sqlx::raw_sql(AssertSqlSafe(make)).execute(&mut connection).await.unwrap();
    let owner = server.replace("postgres@", &format!("owner_{name}@"));
    let error = Library::open(format!("{owner}/{name}").as_ref()).await.unwrap_err();
    assert_eq!(error.code(), "library.server");
    assert!(error.to_string().contains("CREATE EXTENSION vector"), "{error}");
    sqlx::raw_sql("CREATE EXTENSION vector").execute(&mut connection).await.unwrap();
    let library = Library::open(format!("{owner}/{name}").as_ref()).await.unwrap();
    library.create_collection("Deal").await.unwrap();
}
