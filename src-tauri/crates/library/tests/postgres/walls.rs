//! Walls: who is neither maker nor member of a collection learns nothing of it. Each attempt of `docs/sharing.md` is a test here.

use crate::server::connection;
use crate::support::{Temporary, content, hash, list, new_vectors, page, passages, seen, store, vectors};
use futures_util::TryStreamExt;
use pincite_library::{CollectionId, ContentId, Generation, Judgement, Judging, Library, PassageId, Scope};
use sqlx::{AssertSqlSafe, PgConnection};
use std::path::{Path, PathBuf};

/// Tables without walls, of which all see the same: what they hold belongs to no collection.
const OPEN: [&str; 3] = ["_sqlx_migrations", "look", "setting"];

/// A library with a collection behind a wall, of which each table holds something.
struct Walled {
    library: Temporary,
    /// Ends the names of people, which belong to the whole server.
    name: String,
    deal: CollectionId,
    content: ContentId,
    generation: Generation,
}

impl Walled {
    async fn new() -> Self {
        let library = Temporary::new().await;
        let path = library.library.path().to_str().unwrap().to_owned();
        let name = path.rsplit_once('/').unwrap().1.to_owned();
        let mut server = connection(&path).await;
        for person in ["ann", "ben", "cat"] {
            let make = format!("CREATE ROLE {person}_{name} LOGIN");
            sqlx::raw_sql(AssertSqlSafe(make)).execute(&mut server).await.unwrap();
        }
        let ann = open(&library.library, "ann", &name).await;
        let deal = ann.create_collection("Project Falcon").await.unwrap().id;
        let generation = ann.ensure_generation(deal, "e5", "print", 3).await.unwrap();
        let document = list(&ann, deal, "/falcon.pdf").await;
        let pages = [page("1")];
        let texts = passages(&["the purchase price is secret", "closing"]);
        let embedded = new_vectors(generation.id, &vectors(2, 1.0));
        let placed = ann.store_content(&content(document, "/falcon.pdf", 1, &pages, &texts, Some(&embedded))).await;
        let content = placed.unwrap().content;
        let passage = ann.content(content).await.unwrap().first_passage;
        fill(&mut server, deal, content, passage).await;
        Self { library, name, deal, content, generation }
    }

    async fn as_person(&self, person: &str) -> Library {
        open(&self.library.library, person, &self.name).await
    }

    /// A connection of a person who knows SQL.
    async fn connection(&self, person: &str) -> PgConnection {
        connection(address(&self.library.library, person, &self.name).to_str().unwrap()).await
    }

    async fn name_of(&self, person: &str) -> String {
        format!("{person}_{}", self.name)
    }
}

fn address(library: &Library, person: &str, name: &str) -> PathBuf {
    library.path().to_str().unwrap().replace("postgres@", &format!("{person}_{name}@")).into()
}

async fn open(library: &Library, person: &str, name: &str) -> Library {
    Library::open(&address(library, person, name)).await.unwrap()
}

/// A row in each table that has none yet.
async fn fill(server: &mut PgConnection, deal: CollectionId, content: ContentId, passage: PassageId) {
    let rows = format!(
        "INSERT INTO member VALUES ({deal}, 'somebody');
        INSERT INTO watched_folder VALUES ({deal}, '/in');
        INSERT INTO activation (generation) SELECT id FROM generation;
        INSERT INTO run (collection, kind, request) VALUES ({deal}, 'adapt', '{{}}');
        INSERT INTO feedback (collection, content, passage, text, question, mark, said)
            VALUES ({deal}, {content}, {passage}, 'the price', 'What is the price?', 'answers', 1);
        INSERT INTO question (collection, content, passage, text, origin)
            VALUES ({deal}, {content}, {passage}, 'What is the price of Falcon?', 'generator');
        INSERT INTO questioned VALUES ({passage}, {deal}, 'r');
        INSERT INTO asked_question (collection, text, times) VALUES ({deal}, 'Who buys Falcon?', 1);
        INSERT INTO annotation (content, page, boxes, text, note, colour)
            VALUES ({content}, 0, '[]', 'secret', 'too high', 'yellow');
        INSERT INTO tag SELECT id, 'urgent' FROM document;
        INSERT INTO recognised_page VALUES ({content}, 0, 0.9, '');
        INSERT INTO grid (collection, name) VALUES ({deal}, 'Falcon review');
        INSERT INTO grid_document SELECT g.id, d.id FROM grid g, document d;
        INSERT INTO grid_signature SELECT g.id, d.id, 'Ann', repeat('a', 64) FROM grid g, document d;
        INSERT INTO grid_file (sha256, writer) SELECT repeat('b', 64), maker FROM collection;
        INSERT INTO grid_question (grid, position, name, text) SELECT id, 0, 'Price', 'What is the price?' FROM grid;
        INSERT INTO grid_cell (question, document, content, first_passage, state, read_passages, read_scores)
            SELECT q.id, d.id, {content}, {passage}, 'found', '', '' FROM grid_question q, document d;
        INSERT INTO judgement (cell, person, judged) SELECT c.id, d.maker, 'right' FROM grid_cell c, collection d;
        INSERT INTO grid_answer SELECT id, 'search', 0, {passage}, 0, '1', 'The price.', NULL, 'p. 1' FROM grid_cell;"
    );
    sqlx::raw_sql(AssertSqlSafe(rows)).execute(server).await.unwrap();
}

async fn texts(connection: &mut PgConnection, sql: &str) -> Vec<String> {
    sqlx::query_scalar(AssertSqlSafe(sql.to_owned())).fetch_all(connection).await.unwrap()
}

async fn count(connection: &mut PgConnection, table: &str) -> i64 {
    let sql = format!("SELECT count(*) FROM {table}");
    sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(connection).await.unwrap()
}

const TABLES: &str = "SELECT relname::TEXT FROM pg_class WHERE relnamespace = 'pincite'::regnamespace
    AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1";

/// A new table without a wall would be seen here.
#[tokio::test]
async fn nobody_else_can_read_or_count_a_row_of_any_table() {
    let walled = Walled::new().await;
    let mut maker = walled.connection("ann").await;
    let mut other = walled.connection("cat").await;
    for table in texts(&mut maker, TABLES).await {
        if OPEN.contains(&table.as_str()) {
            continue;
        }
        assert!(count(&mut maker, &table).await > 0, "the maker sees what is in {table}");
        assert_eq!(count(&mut other, &table).await, 0, "{table}");
    }
    for view in ["claimable_job", "damaged_content"] {
        assert_eq!(count(&mut other, view).await, 0, "{view}");
    }
    let partition = format!("SELECT count(*) FROM vectors_of_{}", walled.generation.id);
    let refused = sqlx::query(AssertSqlSafe(partition)).execute(&mut other).await.unwrap_err();
    assert!(refused.to_string().contains("permission denied"), "{refused}");
}

#[tokio::test]
async fn nobody_else_finds_it_by_the_library() {
    let walled = Walled::new().await;
    let Walled { deal, content, ref generation, .. } = walled;
    let cat = walled.as_person("cat").await;
    assert_eq!(cat.collections().await.unwrap(), []);
    assert_eq!(cat.collection(deal).await.unwrap_err().code(), "library.no_collection", "as one that never was");
    assert_eq!(cat.content(content).await.unwrap_err().code(), "library.no_content");
    assert_eq!(cat.members(deal).await.unwrap_err().code(), "library.no_collection");
    assert_eq!(
        cat.collection_key(deal).await.unwrap_err().code(),
        "library.no_collection",
        "nor can its files be read"
    );
    assert!(cat.file_hashes().await.unwrap().is_empty());
    assert_eq!(cat.passages(content).await.unwrap(), []);
    assert!(cat.terms(Scope::Content(content)).try_collect::<Vec<_>>().await.unwrap().is_empty());
    assert_eq!(cat.vectors(generation.id, content).await.unwrap(), None);
    assert!(cat.unfinished_jobs().await.unwrap().is_empty(), "the file of Falcon waits");
    assert_eq!(cat.count_asked_questions().await.unwrap(), 0);
    assert_eq!(cat.grid_file_written_at(&"b".repeat(64)).await.unwrap(), None);
    let server = cat.server().unwrap();
    assert!(server.postings(deal, &[], ["secret"]).await.unwrap().is_empty(), "statistics of words");
    assert!(server.outlines(deal, &[]).await.unwrap().is_empty());
    assert!(server.nearest(generation, &[], &[1.0, 0.0, 0.0], 5).await.unwrap().is_empty());
    assert!(cat.recognised_pages(hash(1)).await.unwrap().is_empty());
}

/// A taken name, and a file that is adopted faster than it is read, told that others have them.
#[tokio::test]
async fn nobody_else_learns_of_it_by_doing_the_same() {
    let walled = Walled::new().await;
    let cat = walled.as_person("cat").await;
    let own = cat.create_collection("Project Falcon").await.unwrap().id;
    let document = list(&cat, own, "/falcon.pdf").await;
    assert_eq!(cat.adopt(document, &seen(Path::new("/falcon.pdf")), hash(1), "one").await.unwrap(), None);
    let placed = store(&cat, own, "/falcon.pdf", 1, &["the purchase price is secret"]).await;
    assert_ne!(placed.content, walled.content);
    let ann = walled.as_person("ann").await;
    assert_eq!(ann.collections().await.unwrap().len(), 1, "nor does its maker see the other one");
    assert_eq!(ann.passages(walled.content).await.unwrap().len(), 2, "whose content is another one");
}

#[tokio::test]
async fn errors_say_the_same_of_what_is_hidden_and_of_what_never_was() {
    let walled = Walled::new().await;
    let mut other = walled.connection("cat").await;
    let hidden = [("collection", walled.deal.0), ("content", walled.content.0), ("generation", walled.generation.id.0)];
    for (table, id) in hidden {
        let insert = match table {
            "collection" => "INSERT INTO document (collection) VALUES",
            "content" => "INSERT INTO content_terms (lines, content) SELECT '', * FROM (VALUES",
            _ => "INSERT INTO activation (generation) VALUES",
        };
        let end = if table == "content" { ") AS v" } else { "" };
        let mut errors = Vec::new();
        for id in [id, 999_999] {
            let statement = format!("{insert} ({id}){end}");
            let error = sqlx::query(AssertSqlSafe(statement)).execute(&mut other).await.unwrap_err();
            errors.push(error.as_database_error().unwrap().message().to_owned());
        }
        assert_eq!(errors[0], errors[1], "{table}");
    }
    for statement in ["UPDATE collection SET name = 'mine'", "DELETE FROM document", "UPDATE passage SET body = ''"] {
        let changed = sqlx::query(AssertSqlSafe(statement.to_owned())).execute(&mut other).await.unwrap();
        assert_eq!(changed.rows_affected(), 0, "{statement}");
    }
    for generation in [walled.generation.id.0, 999_999] {
        let build = sqlx::query("SELECT index_if_large($1, 3, 0)").bind(generation);
        build.execute(&mut other).await.expect("nothing happens, and nothing is said");
    }
    assert_eq!(count(&mut other, "collections_of_groups()").await, 0);
}

#[tokio::test]
async fn statistics_of_the_server_show_nothing_of_columns() {
    let walled = Walled::new().await;
    let mut server = connection(walled.library.library.path().to_str().unwrap()).await;
    sqlx::raw_sql("ANALYZE").execute(&mut server).await.unwrap();
    let columns = "SELECT tablename || '.' || attname FROM pg_stats WHERE schemaname = 'pincite' AND tablename NOT IN
        ('_sqlx_migrations', 'setting') AND tablename NOT LIKE 'vectors_of_%'";
    assert!(!texts(&mut server, columns).await.is_empty(), "there are some");
    let mut other = walled.connection("cat").await;
    assert_eq!(texts(&mut other, columns).await, [""; 0]);
    assert_eq!(texts(&mut other, "SELECT tablename FROM pg_stats WHERE tablename LIKE 'vectors_of_%'").await, [""; 0]);
}

#[tokio::test]
async fn a_member_works_with_it_and_so_does_who_is_in_a_group() {
    let walled = Walled::new().await;
    let deal = walled.deal;
    let ann = walled.as_person("ann").await;
    let ben = walled.as_person("ben").await;
    let cat = walled.as_person("cat").await;
    assert_eq!(ann.add_member(deal, "nobody_at_all").await.unwrap_err().code(), "library.no_person");
    let ben_name = walled.name_of("ben").await;
    ann.add_member(deal, &ben_name).await.unwrap();
    ann.add_member(deal, &ben_name).await.expect("twice is once");
    let key = ann.collection_key(deal).await.unwrap();
    assert_eq!(ben.collection_key(deal).await.unwrap(), key, "who sees it can read its files");
    let other = ben.create_collection("Other").await.unwrap().id;
    assert_ne!(ben.collection_key(other).await.unwrap(), key, "each collection has a key of its own");
    ben.delete_collection(other).await.unwrap();
    let document = list(&ben, deal, "/from ben.pdf").await;
    ben.rename_document(document, "Lease").await.unwrap();
    assert_eq!(ann.document(document).await.unwrap().name.as_deref(), Some("Lease"));
    assert_eq!(ben.asked_questions(deal).await.unwrap().len(), 1);
    let pages = [page("1")];
    let texts = passages(&["rent"]);
    let embedded = new_vectors(walled.generation.id, &vectors(1, 1.0));
    ben.store_content(&content(document, "/from ben.pdf", 2, &pages, &texts, Some(&embedded))).await.unwrap();
    assert_eq!(ann.contents(deal).await.unwrap().len(), 2);
    let team = walled.name_of("team").await;
    let mut server = connection(walled.library.library.path().to_str().unwrap()).await;
    let make = format!("CREATE ROLE {team}; GRANT {team} TO {}", walled.name_of("cat").await);
    sqlx::raw_sql(AssertSqlSafe(make)).execute(&mut server).await.unwrap();
    assert!(cat.collections().await.unwrap().is_empty());
    ben.add_member(deal, &team).await.unwrap();
    assert_eq!(cat.collections().await.unwrap().len(), 1, "its group is a member");
    let members: Vec<_> = cat.members(deal).await.unwrap().into_iter().map(|it| (it.name, it.made_it)).collect();
    let ann_name = walled.name_of("ann").await;
    let others = [("somebody".to_owned(), false), (team.clone(), false)];
    assert_eq!(members, [vec![(ann_name.clone(), true), (ben_name, false)], others.to_vec()].concat());
    ann.remove_member(deal, &team).await.unwrap();
    assert!(cat.collections().await.unwrap().is_empty(), "at once");
    for who in [team, ann_name] {
        assert_eq!(ann.remove_member(deal, &who).await.unwrap_err().code(), "library.no_member");
    }
}

/// What was said last counts. What another one said before is shown, and nobody speaks for others.
#[tokio::test]
async fn people_who_differ_see_what_the_other_said() {
    let walled = Walled::new().await;
    let ann = walled.as_person("ann").await;
    let ann_name = walled.name_of("ann").await;
    let ben = walled.as_person("ben").await;
    let ben_name = walled.name_of("ben").await;
    ann.add_member(walled.deal, &ben_name).await.unwrap();
    let grid = ann.grids(walled.deal).await.unwrap()[0].id;
    let place = ann.grid_cells(grid).await.unwrap()[0].place;
    let said = async |who: &Library, judged| {
        let judging = Judging { judged, rejected: &[], chosen: None };
        who.judge_grid_cell(grid, place, judging).await.unwrap();
        let cell = ann.grid_cells(grid).await.unwrap().remove(0);
        assert_eq!(ben.grid_cells(grid).await.unwrap()[0].others, cell.others, "both see the same");
        let others: Vec<_> = cell.others.into_iter().map(|other| (other.person, other.judged)).collect();
        (cell.judged, others)
    };
    let right = Judgement::Right;
    let wrong = Judgement::Wrong;
    assert_eq!(said(&ann, Some(right)).await, (Some(right), vec![]));
    assert_eq!(said(&ben, Some(right)).await, (Some(right), vec![]), "they agree");
    assert_eq!(said(&ben, Some(wrong)).await, (Some(wrong), vec![(ann_name.clone(), right)]));
    assert_eq!(said(&ann, Some(wrong)).await, (Some(wrong), vec![]));
    assert_eq!(said(&ann, Some(right)).await, (Some(right), vec![(ben_name.clone(), wrong)]));
    assert_eq!(said(&ben, None).await, (None, vec![(ann_name.clone(), right)]), "taken back");
    let mut server = walled.connection("ben").await;
    let forged =
        format!("INSERT INTO judgement (cell, person, judged) SELECT id, '{ann_name}', 'wrong' FROM grid_cell");
    let refused = sqlx::query(AssertSqlSafe(forged)).execute(&mut server).await.unwrap_err();
    assert!(refused.to_string().contains("row-level security"), "{refused}");
    for change in ["UPDATE judgement SET judged = 'wrong'", "DELETE FROM judgement"] {
        let changed = sqlx::query(AssertSqlSafe(change.to_owned())).execute(&mut server).await.unwrap();
        assert_eq!(changed.rows_affected(), 0, "{change}");
    }
}

#[tokio::test]
async fn looks_are_noted_in_a_persons_own_name_and_read_by_the_administrator() {
    let walled = Walled::new().await;
    let administrator = &walled.library.library;
    let ann = walled.as_person("ann").await;
    let ann_name = walled.name_of("ann").await;
    let deal = walled.deal;
    ann.note_look(deal, None, Some("Who buys?")).await.unwrap();
    assert_eq!(administrator.looks().await.unwrap(), [], "nothing is noted before it is wanted");
    assert!(!ann.notes_looks().await.unwrap());
    administrator.note_looks(true).await.unwrap();
    assert!(ann.notes_looks().await.unwrap(), "each person can see that it is");
    ann.note_look(deal, None, Some("Who buys?")).await.unwrap();
    ann.note_look(deal, Some("SPA"), None).await.unwrap();
    walled.as_person("cat").await.note_look(deal, Some("SPA"), None).await.unwrap();
    let looks = administrator.looks().await.unwrap();
    assert_eq!(looks.len(), 2, "who sees no collection looks at none");
    assert!(looks.iter().all(|look| look.person == ann_name && look.collection == "Project Falcon"));
    assert_eq!((looks[0].document.as_deref(), looks[1].question.as_deref()), (Some("SPA"), Some("Who buys?")));
    assert_eq!(ann.looks().await.unwrap(), []);
    let mut server = walled.connection("ann").await;
    let forged = "INSERT INTO look (person, collection) VALUES ('cat', 'Project Falcon')";
    assert!(sqlx::query(forged).execute(&mut server).await.unwrap_err().to_string().contains("row-level security"));
    let removed = sqlx::query("DELETE FROM look").execute(&mut server).await.unwrap();
    assert_eq!(removed.rows_affected(), 0);
}

#[tokio::test]
async fn settings_of_all_are_for_the_administrator_and_each_person_has_their_own() {
    let walled = Walled::new().await;
    let ann = walled.as_person("ann").await;
    let cat = walled.as_person("cat").await;
    for refused in [ann.set_originals("file:///tmp/").await, ann.note_looks(false).await] {
        assert_eq!(refused.unwrap_err().code(), "library.sign_in");
    }
    ann.keep_questions(false).await.unwrap();
    assert_eq!((ann.keeps_questions().await.unwrap(), cat.keeps_questions().await.unwrap()), (false, true));
    assert_eq!(ann.count_asked_questions().await.unwrap(), 1, "what others asked, too, stays");
    ann.keep_questions(true).await.unwrap();
    assert!(ann.keeps_questions().await.unwrap());
}

/// A condition that may tell something by failing waits behind the wall. Then a whole table is read for one passage.
#[tokio::test]
async fn walls_are_no_reason_to_read_a_whole_table() {
    let walled = Walled::new().await;
    let mut maker = walled.connection("ann").await;
    sqlx::raw_sql("SET enable_seqscan = off").execute(&mut maker).await.unwrap();
    let by_number = "SELECT body FROM passage p JOIN json_each('[1, 2]') AS wanted ON p.id = wanted.value";
    let by_term = "SELECT positions FROM posting WHERE collection = 1 AND term = 'rent'";
    let conditions = [(by_number, "id = wanted.value"), (by_term, "term = 'rent'")];
    for (statement, condition) in conditions {
        let plan = texts(&mut maker, &format!("EXPLAIN {statement}")).await.join("\n");
        assert!(plan.lines().any(|line| line.contains("Index Cond") && line.contains(condition)), "{plan}");
    }
}

/// What is found and then filtered takes time, so that a word of a hidden document would be known by its time.
#[tokio::test]
async fn no_word_behind_a_wall_is_looked_for() {
    let walled = Walled::new().await;
    let mut server = walled.connection("cat").await;
    sqlx::raw_sql("SET enable_seqscan = off").execute(&mut server).await.unwrap();
    let word = "SELECT positions FROM posting WHERE collection = 1 AND term = 'secret'";
    let plan = texts(&mut server, &format!("EXPLAIN (ANALYZE, COSTS OFF) {word}")).await.join("\n");
    let (looked_for, _) = plan.split_once("InitPlan").unwrap();
    assert!(looked_for.contains("rows=0") && !looked_for.contains("Rows Removed"), "{plan}");
    let mut maker = walled.connection("ann").await;
    assert_eq!(count(&mut maker, &format!("({word}) AS w")).await, 1, "it is there");
}

/// All that only a file can have.
#[tokio::test]
async fn who_made_the_tables_is_one_of_many() {
    let walled = Walled::new().await;
    let mut server = connection(walled.library.library.path().to_str().unwrap()).await;
    let owned = "SELECT relname::TEXT FROM pg_class WHERE relnamespace = 'pincite'::regnamespace AND relrowsecurity
        AND NOT relforcerowsecurity ORDER BY 1";
    assert_eq!(
        texts(&mut server, owned).await,
        ["look", "member", "setting"],
        "the wall is there for who made the tables, too"
    );
}
