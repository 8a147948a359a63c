//! The query cache that lets the crate be compiled without a database must tell what the schema tells.

use crate::support::Temporary;
use serde::Deserialize;
use sqlx::sqlite::{SqliteConnectOptions, SqliteTypeInfo};
use sqlx::{AssertSqlSafe, Column, ConnectOptions, Executor, SqlSafeStr};
use std::path::Path;

#[derive(Deserialize)]
struct Cached {
    query: String,
    describe: Description,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Description {
    columns: Vec<CachedColumn>,
    nullable: Vec<Option<bool>>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct CachedColumn {
    name: String,
    type_info: SqliteTypeInfo,
}

#[tokio::test]
async fn the_cache_agrees_with_the_schema() {
    let temporary = Temporary::new().await;
    let mut connection = SqliteConnectOptions::new().filename(temporary.library.path()).connect().await.unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(".sqlx");
    let mut checked = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let cached: Cached = serde_json::from_slice(&std::fs::read(file.unwrap().path()).unwrap()).unwrap();
        let query = AssertSqlSafe(cached.query.clone()).into_sql_str();
        let live = connection.describe(query).await.expect("a cached query fits the schema");
        let columns = live
            .columns()
            .iter()
            .map(|column| CachedColumn { name: column.name().to_owned(), type_info: column.type_info().clone() });
        let nullable = (0..live.columns().len()).map(|n| live.nullable(n)).collect();
        let live = Description { columns: columns.collect(), nullable };
        assert_eq!(cached.describe, live, "run prepare_queries.py: {}", cached.query);
        checked += 1;
    }
    assert!(checked > 50, "only {checked} queries are in the cache");
}
