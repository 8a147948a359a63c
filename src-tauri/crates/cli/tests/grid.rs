//! Grids with the real command: questions from a text, a file and a list; filled once, printed, marked, exported, deleted.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

mod common;

use common::{Pincite, sample};
use serde_json::Value;
use std::fs;

const NOTICE: &str = "How much notice is needed to terminate for convenience?";
const DUTIES: &str = "How long do the duties in this Clause continue?";

fn with_agreement() -> Pincite {
    let pincite = Pincite::new();
    let (code, added) = pincite.run(&["add", &sample("services-agreement.pdf")]);
    assert_eq!(code, 0, "{added}");
    pincite
}

fn cells(view: &Value) -> &Vec<Value> {
    view["cells"].as_array().unwrap()
}

#[test]
fn a_grid_is_filled_once_and_new_documents_are_asked_later() {
    let pincite = with_agreement();
    let (code, made) = pincite.run(&["grid", "new", "Review", NOTICE, "Who owns the deliverables?"]);
    assert_eq!((code, &made["state"], cells(&made).len()), (0, &"new".into(), 0), "{made}");
    let (code, filled) = pincite.run(&["grid", "run", "Review"]);
    assert_eq!((code, &filled["state"], cells(&filled).len()), (0, &"done".into(), 2), "{filled}");
    let sentence = filled["cells"][0]["answers"][0]["sentence"].as_str().unwrap();
    assert!(sentence.contains("onvenience"), "{sentence}");
    assert!(!filled["cells"][0]["answers"][0]["page_label"].as_str().unwrap().is_empty());
    pincite.run(&["grid", "mark", "Review", "-d", "services", "-q", NOTICE, "--wrong"]);
    pincite.run(&["add", &sample("annual-report.pdf")]);
    let (_, listed) = pincite.run(&["grid", "list"]);
    assert_eq!((&listed[0]["filled"], &listed[0]["documents"]), (&2.into(), &2.into()), "{listed}");
    let (_, again) = pincite.run(&["grid", "run", "Review"]);
    assert_eq!(cells(&again).len(), 4);
    assert_eq!(again["cells"][0]["judged"], "wrong", "what was filled is not asked again: {again}");
}

#[test]
fn marks_of_cells_are_marks_of_passages_and_can_be_taken_back() {
    let pincite = with_agreement();
    pincite.run(&["grid", "new", "Review", NOTICE]);
    let (_, filled) = pincite.run(&["grid", "run", "Review"]);
    let cell = ["grid", "mark", "Review", "-d", "services", "-q", NOTICE];
    let say = |what: &[&str]| pincite.run(&[&cell[..], what].concat());
    let (code, right) = say(&["--right"]);
    assert_eq!((code, &right["cell"]["judged"]), (0, &"right".into()), "{right}");
    let first = filled["cells"][0]["answers"][0]["passage"].as_i64().unwrap();
    let other = (first + 3).to_string();
    let (_, pointed) = say(&["--passage", &other]);
    assert_eq!(pointed["cell"]["answers"][0]["passage"].to_string(), other, "{pointed}");
    let (_, cleared) = say(&["--clear"]);
    assert_eq!((&cleared["cell"]["judged"], &cleared["cell"]["answers"][0]["passage"]), (&Value::Null, &first.into()));
    let (code, unknown) = say(&["--passage", "999999"]);
    assert_eq!((code, &unknown["error"]["code"]), (1, &"library.no_passage".into()), "{unknown}");
}

/// What was confirmed in one matter helps in the next one. Sentences of a document are written only if that is wanted.
#[test]
fn a_list_carries_kinds_of_values_wordings_and_marked_answers_to_another_table() {
    let pincite = with_agreement();
    let list = pincite.path("list.csv");
    let file = list.to_str().unwrap();
    let questions =
        format!("name,question,value,wordings\nText,{DUTIES},sentence,\nYears,{DUTIES},,duration of the duties\n");
    fs::write(&list, questions).unwrap();
    assert_eq!(pincite.run(&["grid", "new", "First", "--questions", file]).0, 0);
    let (_, filled) = pincite.run(&["grid", "run", "First"]);
    let values = [0, 1].map(|at| filled["cells"][at]["answers"][0]["value"]["normalised"].clone());
    assert_eq!(values, [Value::Null, "P5Y".into()], "a list may want no value: {filled}");
    let sentence = filled["cells"][1]["answers"][0]["sentence"].as_str().unwrap();
    assert_eq!(pincite.run(&["grid", "mark", "First", "-d", "services", "-q", "Years", "--right"]).0, 0);
    let written = |with: &[&str]| {
        let (code, said) = pincite.run(&[&["grid", "questions", "First", "--force", "--out", file], with].concat());
        assert_eq!((code, &said["written"]), (0, &2.into()), "{said}");
        fs::read_to_string(&list).unwrap()
    };
    let plain = written(&[]);
    assert!(
        plain.contains("sentence") && plain.contains("duration of the duties") && !plain.contains(sentence),
        "{plain}"
    );
    let with = written(&["--answers"]);
    assert!(with.contains(sentence), "{with}");
    assert_eq!(pincite.run(&["grid", "new", "Second", "--questions", file]).0, 0);
    let (_, again) = pincite.run(&["grid", "run", "Second"]);
    assert_eq!(again["cells"][1]["answers"][0]["sentence"], *sentence, "{again}");
    assert_eq!(pincite.run(&["grid", "questions", "Second", "--force", "--out", file]).0, 0);
    assert_eq!(fs::read_to_string(&list).unwrap(), with, "what was known stays known");
    fs::write(&list, "question,value\nWho?,colour\n").unwrap();
    let (code, unknown) = pincite.run(&["grid", "new", "Third", "--questions", file]);
    assert_eq!((code, &unknown["error"]["code"]), (1, &"engine.unknown_value_kind".into()), "{unknown}");
}

/// A cell that was marked wrong went on showing the wrong answer.
#[test]
fn a_wrong_answer_gives_way_to_the_next_candidate_until_it_is_taken_back() {
    let pincite = with_agreement();
    pincite.run(&["grid", "new", "Review", NOTICE]);
    let (_, filled) = pincite.run(&["grid", "run", "Review"]);
    let cell = ["grid", "mark", "Review", "-d", "services", "-q", NOTICE];
    let say = |what: &str| pincite.run(&[&cell[..], &[what]].concat()).1["cell"].clone();
    let first = filled["cells"][0]["answers"][0]["passage"].clone();
    let second = say("--wrong");
    assert_ne!(second["answers"][0]["passage"], first, "{second}");
    assert_eq!((&second["state"], &second["rejected"]), (&"unsure".into(), &serde_json::json!([first])));
    let third = say("--wrong");
    let passages = [&first, &second["answers"][0]["passage"], &third["answers"][0]["passage"]];
    assert!(passages[2] != passages[0] && passages[2] != passages[1], "{third}");
    let right = say("--right");
    assert_eq!(right["answers"], third["answers"], "what is shown is confirmed");
    assert_eq!(say("--absent")["state"], "not_found");
    let (code, _) = pincite.run(&["grid", "next", "Review"]);
    assert_eq!(code, 4, "all is judged");
    let cleared = say("--clear");
    assert_eq!((&cleared["answers"], &cleared["judged"]), (&filled["cells"][0]["answers"], &Value::Null));
    let (code, next) = pincite.run(&["grid", "next", "Review"]);
    assert_eq!((code, &next["document"]), (0, &filled["cells"][0]["document"]), "{next}");
}

#[test]
fn a_grid_is_exported_to_a_file_that_is_not_replaced() {
    let pincite = with_agreement();
    let list = pincite.path("list.csv");
    fs::write(&list, format!("name,question\nNotice,{NOTICE}\nMoon,zzyzx qwfp?\n")).unwrap();
    pincite.run(&["grid", "new", "Review", "--questions", list.to_str().unwrap()]);
    pincite.run(&["grid", "run", "Review"]);
    let file = pincite.path("grid.csv");
    let export = ["grid", "export", "Review", "--out", file.to_str().unwrap()];
    let (code, written) = pincite.run(&export);
    assert_eq!((code, &written["written"]), (0, &1.into()), "{written}");
    let text = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let head = "\u{feff}Document,Notice,\"Notice, page\",Moon,\"Moon, page\",Confirmed,Review table,Date,Collection,\
                SHA-256 of the manifest";
    assert_eq!(lines[0], head, "{text}");
    assert!(lines[1].starts_with("Master Services Agreement,") && lines[1].contains(",Not found,,,Review,"), "{text}");
    let (code, refused) = pincite.run(&export);
    assert_eq!((code, &refused["error"]["code"]), (1, &"engine.exists".into()));
    assert_eq!(pincite.run(&[&export[..], &["--force"]].concat()).0, 0);
}

/// The workbook has three sheets and the document a table, as a lawyer's office program reads them.
#[test]
fn an_office_program_opens_the_workbook_and_the_document() {
    let pincite = with_agreement();
    pincite.run(&["grid", "new", "Review", NOTICE, "When does the agreement end?", "zzyzx qwfp?"]);
    pincite.run(&["grid", "run", "Review"]);
    let folder = pincite.path("office");
    fs::create_dir(&folder).unwrap();
    for name in ["table.xlsx", "table.docx"] {
        let file = folder.join(name);
        let (code, written) = pincite.run(&["grid", "export", "Review", "--out", file.to_str().unwrap()]);
        assert_eq!(code, 0, "{written}");
    }
    // Separated values of all sheets: comma, quotation mark, UTF-8, from the first line on, as shown.
    opened(&folder, "table.xlsx", "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1", ".");
    let table = fs::read_to_string(folder.join("table-Table.csv")).unwrap();
    assert!(table.starts_with("Document,") && table.lines().nth(1).unwrap().starts_with("Master Services"), "{table}");
    assert!(table.contains("Not found"), "{table}");
    let evidence = fs::read_to_string(folder.join("table-Evidence.csv")).unwrap();
    assert!(evidence.contains(NOTICE) && evidence.contains("pincite:"), "{evidence}");
    let read = fs::read_to_string(folder.join("table-What was read.csv")).unwrap();
    assert!(read.contains("SHA-256") && read.contains("pincite-reranker"), "{read}");
    opened(&folder, "table.docx", "html", ".");
    let document = fs::read_to_string(folder.join("table.html")).unwrap();
    assert!(document.contains("Master Services Agreement") && document.contains("Not found"), "{document}");
    assert!(document.contains("sdfootnote1") && document.contains("p. 11"), "the quotes are footnotes: {document}");
}

/// What a person confirmed is in the file, and the file is known again, until somebody changes it.
#[test]
fn a_table_is_confirmed_handed_on_and_checked() {
    let pincite = with_agreement();
    pincite.run(&["grid", "new", "Review", NOTICE, "When does the agreement end?"]);
    let sign = ["grid", "sign", "Review", "--name", "Jane Roe"];
    let (code, refused) = pincite.run(&sign);
    assert_eq!((code, &refused["error"]["code"]), (1, &"engine.row_not_filled".into()), "nothing is there to confirm");
    pincite.run(&["grid", "run", "Review"]);
    let (code, signed) = pincite.run(&sign);
    let signature = &signed["documents"][0]["signature"];
    assert_eq!((code, &signature["name"], &signature["is_current"]), (0, &"Jane Roe".into(), &true.into()), "{signed}");
    let folder = pincite.path("handed");
    fs::create_dir(&folder).unwrap();
    let export = |name: &str| {
        let file = folder.join(name);
        assert_eq!(pincite.run(&["grid", "export", "Review", "--out", file.to_str().unwrap()]).0, 0);
        file
    };
    let verify = |file: &std::path::Path| pincite.run(&["grid", "verify", file.to_str().unwrap()]);
    let json = export("table.json");
    let workbook = export("table.xlsx");
    for file in [&json, &workbook] {
        let (code, found) = verify(file);
        assert_eq!((code, &found["condition"]), (0, &"intact".into()), "{found}");
        assert!(found["written_at"].is_i64() && found["documents"][0]["is_here"] == true, "{found}");
        assert!(found["documents"][0]["confirmed"].as_str().unwrap().starts_with("Jane Roe, "), "{found}");
    }
    fs::create_dir(folder.join("saved")).unwrap();
    opened(&folder, "table.xlsx", "xlsx:Calc MS Excel 2007 XML", "saved");
    let (code, found) = verify(&folder.join("saved/table.xlsx"));
    assert_eq!((code, &found["condition"]), (0, &"rewritten".into()), "another program saved it: {found}");
    let text = fs::read_to_string(&json).unwrap();
    fs::write(&json, text.replacen("Jane Roe", "John Doe", 1)).unwrap();
    let (code, found) = verify(&json);
    assert_eq!((code, &found["condition"], &found["written_at"]), (1, &"changed".into(), &Value::Null), "{found}");
    let cell = ["grid", "mark", "Review", "-d", "services", "-q", NOTICE, "--absent"];
    pincite.run(&cell);
    let (_, shown) = pincite.run(&["grid", "show", "Review"]);
    assert_eq!(shown["documents"][0]["signature"]["is_current"], false, "the table says something else now");
    fs::remove_file(&json).unwrap();
    let (_, found) = verify(&export("table.json"));
    assert_eq!(found["documents"][0]["confirmed"], Value::Null, "so it is not confirmed: {found}");
    let (_, undone) = pincite.run(&["grid", "sign", "Review", "--undo"]);
    assert_eq!(undone["documents"][0]["signature"], Value::Null);
    let (code, error) = verify(&pincite.path("no such file"));
    assert_eq!((code, &error["error"]["code"]), (1, &"adapt.unreadable".into()));
}

/// Another program than the one that wrote the workbook finds in each cell what the table shows.
#[test]
fn python_reads_each_cell_of_the_workbook() {
    let pincite = with_agreement();
    pincite.run(&["grid", "new", "Review", NOTICE, "What is the cap on liability?", "zzyzx qwfp?"]);
    let (_, filled) = pincite.run(&["grid", "run", "Review"]);
    let file = pincite.path("table.xlsx");
    pincite.run(&["grid", "export", "Review", "--out", file.to_str().unwrap()]);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/office/xlsx.py");
    let output = std::process::Command::new("python3").arg("-I").arg(script).arg(&file).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let rows: Vec<Vec<Value>> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(rows[1][0], filled["documents"][0]["name"]);
    for (at, question) in filled["questions"].as_array().unwrap().iter().enumerate() {
        let cell = filled["cells"].as_array().unwrap().iter().find(|cell| cell["question"] == question["id"]).unwrap();
        let answer = &cell["answers"][0];
        let shown = match (cell["state"].as_str().unwrap(), &answer["value"]) {
            ("not_found", _) => "Not found".into(),
            (_, Value::Null) => answer["sentence"].clone(),
            (_, value) if value["kind"] == "duration" => value["written"].clone(),
            (_, value) if value["kind"] == "amount" => {
                value["normalised"].as_str().unwrap().split(' ').nth(1).unwrap().parse::<f64>().unwrap().into()
            }
            (_, value) => value["normalised"].clone(),
        };
        let page = if cell["state"] == "not_found" { Value::Null } else { answer["page_label"].clone() };
        assert_eq!(rows[0][1 + 2 * at], question["name"]);
        assert_eq!((&rows[1][1 + 2 * at], &rows[1][2 + 2 * at]), (&shown, &page), "{cell}");
    }
}

#[test]
fn a_grid_is_of_chosen_documents_and_its_questions_are_put_in_another_order() {
    let pincite = with_agreement();
    assert_eq!(pincite.run(&["add", &sample("annual-report.pdf")]).0, 0);
    let (code, made) = pincite.run(&["grid", "new", "One", NOTICE, "Who pays?", "-d", "annual"]);
    assert_eq!((code, made["documents"].as_array().map(Vec::len)), (0, Some(1)), "{made}");
    let (_, all) = pincite.run(&["grid", "new", "All", NOTICE]);
    assert_eq!(all["documents"].as_array().map(Vec::len), Some(2));
    let (code, unknown) = pincite.run(&["grid", "new", "None", NOTICE, "-d", "lease"]);
    assert_eq!((code, &unknown["error"]["code"]), (1, &"engine.unknown_document".into()));
    let (_, ordered) = pincite.run(&["grid", "order", "One", "-q", "Who pays?"]);
    let names: Vec<&str> =
        ordered["questions"].as_array().unwrap().iter().filter_map(|it| it["name"].as_str()).collect();
    assert_eq!(names, ["Who pays?", NOTICE], "what is not named comes after");
    let list = pincite.path("list.csv");
    assert_eq!(pincite.run(&["grid", "questions", "One", "--out", list.to_str().unwrap()]).0, 0);
    let (_, again) = pincite.run(&["grid", "new", "Again", "--questions", list.to_str().unwrap()]);
    assert_eq!(again["questions"][0]["text"], "Who pays?", "a list that people share: {again}");
    pincite.run(&["remove", "annual"]);
    let (_, emptied) = pincite.run(&["grid", "show", "One"]);
    assert_eq!(emptied["documents"].as_array().map(Vec::len), Some(0), "and does not become a table of all");
}

/// LibreOffice reads a file and writes it in another format, to a folder beside it.
fn opened(folder: &std::path::Path, file: &str, format: &str, to: &str) {
    let profile = format!("-env:UserInstallation=file://{}", folder.join("profile").display());
    let words = ["--headless", &profile, "--convert-to", format, "--outdir"];
    let mut command = std::process::Command::new("soffice");
    let output = command.args(words).arg(folder.join(to)).arg(folder.join(file)).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A line of dashes stood for each cell that nobody had asked yet.
#[test]
fn a_new_grid_is_told_in_a_line_and_counts_its_cells() {
    let pincite = with_agreement();
    let output = pincite.command(&["grid", "new", "Review", "--list", "lease"]).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(told, "15 questions, 0 of 15 answers\n");
}

/// A device took 4 GB of memory, a pipe hung the command, and 50,000 cells or a question of a megabyte were taken.
#[cfg(unix)]
#[test]
fn questions_come_from_regular_files_and_have_limits() {
    let pincite = with_agreement();
    let pipe = pincite.path("pipe").display().to_string();
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for file in ["/dev/zero", &pipe] {
        for words in [
            &["grid", "new", "Review", "--questions", file][..],
            &["questions", "import", file],
            &["tune", "--pairs", file],
        ] {
            let (code, refused) = pincite.run(words);
            assert_eq!((code, &refused["error"]["code"]), (1, &"adapt.not_a_file".into()), "{words:?}: {refused}");
        }
    }
    let list = pincite.path("list.txt");
    let from_list = |text: String| {
        fs::write(&list, text).unwrap();
        let (code, refused) = pincite.run(&["grid", "new", "Review", "--questions", list.to_str().unwrap()]);
        assert_eq!(code, 1, "{refused}");
        refused["error"]["code"].as_str().unwrap().to_owned()
    };
    assert_eq!(from_list("Who pays?\n".repeat(201)), "library.grid_too_large");
    assert_eq!(from_list("x".repeat(1 << 20)), "library.grid_question_too_long");
    assert_eq!(from_list("x\n".repeat(3 << 20)), "adapt.too_large");
    assert_eq!(pincite.run(&["grid", "list"]).1, Value::Array(Vec::new()), "nothing is made");
}

/// A grid that was interrupted stayed in the queue, and the next command that worked filled it.
#[cfg(unix)]
#[test]
fn a_grid_that_is_interrupted_is_not_filled_by_the_next_command() {
    let pincite = with_agreement();
    let questions: String = (0..200).map(|number| format!("{NOTICE} And clause {number}?\n")).collect();
    fs::write(pincite.path("long.txt"), questions).unwrap();
    pincite.run(&["grid", "new", "Long", "--questions", pincite.path("long.txt").to_str().unwrap()]);
    pincite.run(&["grid", "new", "Short", NOTICE]);
    let mut child = pincite.command(&["grid", "run", "Long"]).spawn().unwrap();
    let state = || pincite.run(&["grid", "list"]).1[0]["state"].as_str().unwrap().to_owned();
    while state() == "new" {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let sent = std::process::Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success(), "it was still at work");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let (_, short) = pincite.run(&["grid", "run", "Short"]);
    assert_eq!((&short["state"], cells(&short).len()), (&"done".into(), 1), "{short}");
    assert_eq!(state(), "cancelled");
    let (_, listed) = pincite.run(&["grid", "list"]);
    assert!(listed[0]["filled"].as_u64().unwrap() < 200, "{listed}");
}

#[test]
fn the_lists_that_come_along_can_be_used_and_a_grid_deleted() {
    let pincite = with_agreement();
    let (_, lists) = pincite.run(&["grid", "lists"]);
    for list in lists.as_array().unwrap() {
        let id = list["id"].as_str().unwrap();
        let (code, made) = pincite.run(&["grid", "new", id, "--list", id]);
        assert_eq!(
            (code, &made["questions"].as_array().unwrap().len()),
            (0, &list["questions"].as_array().unwrap().len())
        );
    }
    let (_, left) = pincite.run(&["grid", "delete", "lease"]);
    assert_eq!(left.as_array().unwrap().len(), 2);
    let (code, unknown) = pincite.run(&["grid", "show", "lease"]);
    assert_eq!((code, &unknown["error"]["code"]), (1, &"engine.unknown_grid".into()));
}
