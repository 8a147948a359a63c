//! Finds the functions with `#[tauri::command]`.

use std::error::Error;
use std::fs;
use std::path::Path;
use syn::{Attribute, Expr, ExprLit, FnArg, Item, ItemFn, Lit, Meta, Pat, ReturnType, Type};

/// What Tauri hands to a command by itself.
const FROM_TAURI: &[&str] = &["State", "AppHandle", "WebviewWindow"];

/// A function that the page may call.
pub(crate) struct Command {
    /// Module of `src/commands` that has it.
    module: String,
    pub(crate) name: String,
    /// The lines of its documentation.
    pub(crate) docs: Vec<String>,
    /// What the page hands over.
    pub(crate) parameters: Vec<Parameter>,
    /// What it returns; nothing for `()`.
    pub(crate) reply: Option<Type>,
}

/// A value that the page hands over.
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) kind: Type,
}

/// The commands in the files of a folder, in the order of the files' names.
pub(crate) fn read(folder: &Path) -> Result<Vec<Command>, Box<dyn Error>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.sort();
    let mut commands = Vec::new();
    for path in paths {
        let module = path.file_stem().and_then(|name| name.to_str()).ok_or("a module has a name")?;
        for item in syn::parse_file(&fs::read_to_string(&path)?)?.items {
            if let Item::Fn(function) = item
                && is_command(&function)
            {
                commands.push(command(module, function)?);
            }
        }
    }
    Ok(commands)
}

/// The macro that hands calls of the page to the commands.
pub(crate) fn handler(commands: &[Command]) -> String {
    let mut paths = String::new();
    for command in commands {
        paths += &format!("{}::{}, ", command.module, command.name);
    }
    format!("tauri::generate_handler![{paths}]")
}

/// The last name of a type's path, such as `Vec`.
pub(crate) fn name_of(kind: &Type) -> Option<String> {
    match kind {
        Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
        _ => None,
    }
}

fn is_command(function: &ItemFn) -> bool {
    function.attrs.iter().any(|attribute| {
        attribute.path().segments.iter().map(|segment| segment.ident.to_string()).eq(["tauri", "command"])
    })
}

fn command(module: &str, function: ItemFn) -> Result<Command, Box<dyn Error>> {
    let name = function.sig.ident.to_string();
    let mut parameters = Vec::new();
    for input in function.sig.inputs {
        let FnArg::Typed(input) = input else { return Err(format!("the command {name} has a receiver").into()) };
        let Pat::Ident(pattern) = *input.pat else { return Err(format!("a parameter of {name} has no name").into()) };
        if name_of(&input.ty).is_none_or(|kind| !FROM_TAURI.contains(&kind.as_str())) {
            parameters.push(Parameter { name: pattern.ident.to_string(), kind: *input.ty });
        }
    }
    let reply = match function.sig.output {
        ReturnType::Default => None,
        ReturnType::Type(_, kind) => Some(*kind),
    };
    let docs = function.attrs.iter().filter_map(doc_line).collect();
    Ok(Command { module: module.to_owned(), name, docs, parameters, reply })
}

fn doc_line(attribute: &Attribute) -> Option<String> {
    match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(line), .. }) => Some(line.value().trim().to_owned()),
            _ => None,
        },
        _ => None,
    }
}
