//! Tables of figures stay with their content, and go with it.

use crate::support::{Temporary, content, list, page, passages, table};
use pincite_library::NewContent;

#[tokio::test]
async fn tables_come_back_as_they_were_stored_and_go_with_what_is_read_anew() {
    let Temporary { library, folder: _folder } = Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let document = list(&library, deal, "/a.pdf").await;
    let pages = [page("1")];
    let rows = passages(&["Revenue 1,577 (39)", "Costs 12 n/m"]);
    let tables = [table("Revenue", "1,577", 0), table("Costs", "n/m", 1)];
    let new = NewContent { tables: &tables, ..content(document, "/a.pdf", 1, &pages, &rows, None) };
    let stored = library.store_content(&new).await.unwrap().content;
    assert_eq!(library.tables(stored).await.unwrap(), tables);
    let placed: Vec<_> = tables[1].placed_rows().map(|(row, place)| (row.path[0].as_str(), place.passage)).collect();
    assert_eq!(placed, [("Costs", 1)]);
    library.replace_content(&NewContent { tables: &tables[..1], ..new }).await.unwrap();
    assert_eq!(library.tables(stored).await.unwrap(), tables[..1]);
    library.remove_document(document).await.unwrap();
    assert_eq!(library.tables(stored).await.unwrap(), []);
}
