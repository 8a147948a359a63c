//! Citations in the styles that people paste, as plain text and as rich text. Not for finding page, clause and heading
//! (`citation`).

use pincite_api::{CitationStyle, Cited, Written};

/// A citation in a style.
pub fn citation_in(style: CitationStyle, cited: &Cited) -> Written {
    written(style, |markup| line(cited, style, markup))
}

/// The sentence in quotation marks, with its citation in a style.
pub fn quote_in(style: CitationStyle, cited: &Cited) -> Written {
    written(style, |markup| quoted(cited, style, markup))
}

fn written(style: CitationStyle, write: impl Fn(Markup) -> String) -> Written {
    match style {
        CitationStyle::Markdown => Written { text: write(Markup::Markdown), html: None },
        _ => Written { text: write(Markup::Text), html: Some(write(Markup::Html)) },
    }
}

fn line(cited: &Cited, style: CitationStyle, markup: Markup) -> String {
    let title = match style {
        CitationStyle::Plain => markup.escaped(&cited.document),
        _ => markup.italic(&cited.document),
    };
    let rest = match style {
        CitationStyle::Plain | CitationStyle::Markdown => plain_rest(cited),
        CitationStyle::Bluebook => bluebook_rest(cited),
        CitationStyle::Footnote => footnote_rest(cited),
    };
    title + &markup.escaped(&rest)
}

/// ", p. iv (PDF p. 4), § 7.2(b) — Termination for Convenience".
fn plain_rest(cited: &Cited) -> String {
    let clause = cited.clause.as_deref().map(|clause| format!(", {}", section(clause)));
    let heading = cited.heading.as_deref().map(|heading| format!(" — {heading}"));
    format!(", {}{}{}", place(cited, "p. "), clause.unwrap_or_default(), heading.unwrap_or_default())
}

/// " § 7.2(b), at iv (PDF p. 4) (Termination for Convenience)."
fn bluebook_rest(cited: &Cited) -> String {
    let clause = cited.clause.as_deref().map(|clause| format!(" {}", abbreviated(&section(clause))));
    let heading = cited.heading.as_deref().map(|heading| format!(" ({heading})"));
    format!("{}, at {}{}.", clause.unwrap_or_default(), place(cited, ""), heading.unwrap_or_default())
}

/// ", § 7.2(b) (“Termination for Convenience”), p. iv (PDF p. 4)."
fn footnote_rest(cited: &Cited) -> String {
    let clause = cited.clause.as_deref().map(|clause| format!(", {}", section(clause)));
    let heading = cited.heading.as_deref().map(|heading| format!(" (“{}”)", single_quotes(heading)));
    let heading = heading.map(|heading| if clause.is_some() { heading } else { format!(",{heading}") });
    format!("{}{}, {}.", clause.unwrap_or_default(), heading.unwrap_or_default(), place(cited, "p. "))
}

/// The page, after `before` if it has a label: "p. iv (PDF p. 4)".
fn place(cited: &Cited, before: &str) -> String {
    let number = (cited.page + 1).to_string();
    match cited.label.trim() {
        "" => format!("PDF p. {number}"),
        label if label == number => format!("{before}{number}"),
        label => format!("{before}{label} (PDF p. {number})"),
    }
}

fn quoted(cited: &Cited, style: CitationStyle, markup: Markup) -> String {
    let line = line(cited, style, markup);
    let sentence = markup.escaped(&quotation(&cited.sentence));
    match (style, markup) {
        (CitationStyle::Footnote, Markup::Html) => {
            format!("<p>{sentence}<sup>1</sup></p><p><sup>1</sup> {line}</p>")
        }
        (CitationStyle::Footnote, _) => format!("{sentence}[1]\n\n[1] {line}"),
        (CitationStyle::Markdown, _) => format!("> {}\n>\n> — {line}", escaped_markdown(&cited.sentence)),
        _ => format!("{sentence} {line}"),
    }
}

/// Numbers get a section mark. Names such as "ARTICLE VII" do not.
fn section(clause: &str) -> String {
    let clause = clause.trim().trim_end_matches('.');
    if clause.starts_with(|c: char| c.is_ascii_digit() || c == '(') {
        format!("§ {clause}")
    } else {
        clause.to_owned()
    }
}

/// "ARTICLE VII" as "art. VII".
fn abbreviated(clause: &str) -> String {
    match clause.split_once(' ') {
        Some((article, number)) if article.eq_ignore_ascii_case("article") => format!("art. {number}"),
        _ => clause.to_owned(),
    }
}

/// A text in quotation marks. Those inside the text become single.
pub(super) fn quotation(text: &str) -> String {
    format!("“{}”", single_quotes(text))
}

/// Double quotation marks inside a quotation become single.
fn single_quotes(text: &str) -> String {
    let mut open = false;
    let single = |c: char| match c {
        '“' | '„' => '‘',
        '”' => '’',
        '"' => {
            open = !open;
            if open { '‘' } else { '’' }
        }
        other => other,
    };
    text.chars().map(single).collect()
}

/// What a text is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Markup {
    Text,
    Html,
    Markdown,
}

impl Markup {
    fn escaped(self, text: &str) -> String {
        match self {
            Self::Text => text.to_owned(),
            Self::Html => html(text),
            Self::Markdown => escaped_markdown(text),
        }
    }

    fn italic(self, text: &str) -> String {
        let escaped = self.escaped(text);
        match self {
            Self::Text => escaped,
            Self::Html => format!("<i>{escaped}</i>"),
            Self::Markdown => format!("*{escaped}*"),
        }
    }
}

/// The text as HTML.
fn html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// The text as Markdown, in which no character is markup.
pub fn escaped_markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '|' | '#' | '~') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cited() -> Cited {
        Cited {
            document: "Services & Supply".to_owned(),
            page: 3,
            label: "iv".to_owned(),
            clause: Some("7.2(b)".to_owned()),
            heading: Some("Termination".to_owned()),
            sentence: "The \"Fee\" is due * now.".to_owned(),
        }
    }

    #[test]
    fn each_style_names_document_page_and_clause() {
        use CitationStyle::{Bluebook, Footnote, Markdown, Plain};
        let text = |style| citation_in(style, &cited()).text;
        assert_eq!(text(Plain), "Services & Supply, p. iv (PDF p. 4), § 7.2(b) — Termination");
        assert_eq!(text(Bluebook), "Services & Supply § 7.2(b), at iv (PDF p. 4) (Termination).");
        assert_eq!(text(Footnote), "Services & Supply, § 7.2(b) (“Termination”), p. iv (PDF p. 4).");
        assert_eq!(text(Markdown), "*Services & Supply*, p. iv (PDF p. 4), § 7.2(b) — Termination");
    }

    #[test]
    fn parts_that_are_missing_leave_no_gap() {
        let bare = Cited { label: String::new(), clause: None, heading: None, ..cited() };
        assert_eq!(citation_in(CitationStyle::Plain, &bare).text, "Services & Supply, PDF p. 4");
        assert_eq!(citation_in(CitationStyle::Bluebook, &bare).text, "Services & Supply, at PDF p. 4.");
        assert_eq!(citation_in(CitationStyle::Footnote, &bare).text, "Services & Supply, PDF p. 4.");
        let article = Cited { clause: Some("ARTICLE VII(a)".to_owned()), label: "4".to_owned(), ..bare };
        assert_eq!(citation_in(CitationStyle::Bluebook, &article).text, "Services & Supply art. VII(a), at 4.");
        let headed = Cited { heading: Some("Risks".to_owned()), clause: None, ..article };
        assert_eq!(citation_in(CitationStyle::Footnote, &headed).text, "Services & Supply, (“Risks”), p. 4.");
    }

    #[test]
    fn rich_text_is_escaped_and_has_the_title_in_italics() {
        let html = citation_in(CitationStyle::Bluebook, &cited()).html.unwrap_or_default();
        assert_eq!(html, "<i>Services &amp; Supply</i> § 7.2(b), at iv (PDF p. 4) (Termination).");
        assert_eq!(citation_in(CitationStyle::Markdown, &cited()).html, None, "Markdown is pasted as it is");
    }

    #[test]
    fn a_quote_has_its_sentence_and_its_source() {
        let quote = |style| quote_in(style, &cited()).text;
        let sentence = "“The ‘Fee’ is due * now.”";
        assert!(quote(CitationStyle::Plain).starts_with(&format!("{sentence} Services & Supply, p. iv")));
        assert!(quote(CitationStyle::Footnote).starts_with(&format!("{sentence}[1]\n\n[1] Services & Supply, §")));
        let block = "> The \"Fee\" is due \\* now.\n>\n> — *Services & Supply*, p. iv";
        assert!(quote(CitationStyle::Markdown).starts_with(block), "{}", quote(CitationStyle::Markdown));
    }
}
