//! Checks the window's configuration, and names the commands so that each needs a permission. Not for generating code.

use tauri_build::{AppManifest, Attributes, try_build};

/// Every command of `src/commands`; one that is not named in `capabilities/window.json` cannot be called.
const COMMANDS: &[&str] = &[
    "collections",
    "create_collection",
    "rename_collection",
    "delete_collection",
    "documents",
    "add",
    "cancel",
    "retry",
    "rename_document",
    "tag_document",
    "untag_document",
    "remove_documents",
    "restore_documents",
    "reveal_document",
    "watch",
    "unwatch",
    "ask",
    "page_sizes",
    "page",
    "highlights",
    "find_in",
    "outline",
    "links",
    "question_memory",
    "set_question_memory",
    "forget_questions",
    "suggested_questions",
    "questions",
    "question_tally",
    "add_question",
    "edit_question",
    "keep_question",
    "delete_question",
    "delete_questions",
    "export_questions",
    "import_questions",
    "generate_questions",
    "marks",
    "mark",
    "unmark",
    "plan_tuning",
    "start_tuning",
    "tunings",
    "cancel_tuning",
    "generations",
    "activate",
    "undo_activation",
    "delete_generation",
    "status",
    "bug_report",
    "fetch_model",
    "import_model",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    try_build(Attributes::new().app_manifest(AppManifest::new().commands(COMMANDS)))?;
    Ok(())
}
