//! Several people with names of their own on a server.

use crate::server;
use crate::support::{Temporary, list};
use pincite_library::Library;
use std::path::PathBuf;

/// The same library, opened under another name.
async fn as_person(library: &Library, name: &str) -> PathBuf {
    let address = library.path().to_str().unwrap();
    let mut connection = server::connection(address).await;
    // Names belong to the whole server, and other tests make some, too.
    let _ = sqlx::raw_sql(sqlx::AssertSqlSafe(format!("CREATE ROLE {name} LOGIN"))).execute(&mut connection).await;
    address.replace("postgres@", &format!("{name}@")).into()
}

/// Only who made the tables could open the library: others have no right to make any.
#[tokio::test]
async fn who_did_not_make_the_tables_works_with_them() {
    let temporary = Temporary::new().await;
    let deal = temporary.library.create_collection("Deal").await.unwrap().id;
    let ben = Library::open(&as_person(&temporary.library, "ben").await).await.unwrap();
    let document = list(&ben, deal, "/a.pdf").await;
    ben.rename_document(document, "Lease").await.unwrap();
    assert_eq!(temporary.library.document(document).await.unwrap().name.as_deref(), Some("Lease"));
    ben.create_collection("Another").await.unwrap();
}

#[tokio::test]
async fn who_is_not_let_in_is_told_so() {
    let temporary = Temporary::new().await;
    let address = temporary.library.path().to_str().unwrap();
    for (wrong, code) in [
        (address.replace("postgres@", "nobody_of_this_name@"), "library.sign_in"),
        (format!("{address}_that_is_not_there"), "library.sign_in"),
        ("postgres://ann@127.0.0.1:1/deals".to_owned(), "library.unreachable"),
        ("postgres://ann@127.0.0.1:port/deals".to_owned(), "library.address"),
    ] {
        let refused = Library::open(wrong.as_ref()).await.unwrap_err();
        assert_eq!(refused.code(), code, "{refused}");
    }
}
