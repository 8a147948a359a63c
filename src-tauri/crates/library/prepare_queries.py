#!/usr/bin/env python3
"""Writes `.sqlx`, the cache that lets sqlx check queries at compile time without a database.

Run it after changing a query or a migration; with --check it only says (exit status 1) whether the cache is stale.
"""

import filecmp
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile

CRATE = pathlib.Path(__file__).resolve().parent
CACHE = CRATE / ".sqlx"


def make_database(path):
    """An empty library. Python's SQLite may be too old for one option that no query's types depend on."""
    connection = sqlite3.connect(path)
    for migration in sorted((CRATE / "migrations" / "sqlite").glob("*.sql")):
        connection.executescript(migration.read_text().replace(", contentless_delete = 1", ""))
    connection.close()


def describe(folder):
    database, cache = folder / "library.db", folder / "cache"
    cache.mkdir()
    make_database(database)
    variables = {
        "PINCITE_LIBRARY_URL": f"sqlite://{database}",
        "SQLX_OFFLINE_DIR": str(cache),
        "SQLX_OFFLINE": "false",
        "SCCACHE_RECACHE": "1",  # a compiler cache would not run the macros, which write the files
    }
    (CRATE / "src" / "lib.rs").touch()
    subprocess.run(
        ["cargo", "check", "--quiet", "--package", "pincite-library", "--lib"],
        cwd=CRATE,
        env={**os.environ, **variables},
        check=True,
    )
    return cache


def is_stale(fresh):
    difference = filecmp.dircmp(fresh, CACHE)
    _, changed, broken = filecmp.cmpfiles(fresh, CACHE, difference.common_files, shallow=False)
    return bool(difference.left_only or difference.right_only or changed or broken)


def main():
    with tempfile.TemporaryDirectory() as folder:
        fresh = describe(pathlib.Path(folder))
        if "--check" in sys.argv[1:]:
            sys.exit("The query cache is stale: run prepare_queries.py and commit .sqlx." if is_stale(fresh) else 0)
        shutil.rmtree(CACHE, ignore_errors=True)
        shutil.copytree(fresh, CACHE)


main()
