//! Citations in the styles that people paste, as plain text and as rich text. Not for finding page, clause and heading:
//! the search does that.

mod markup;

pub use markup::markdown;

use markup::{Markup, html};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How a citation is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum CitationStyle {
    /// "Services Agreement, p. iv (PDF p. 4), § 7.2(b) — Termination for Convenience".
    #[default]
    Plain,
    /// Like the Bluebook: "Services Agreement § 7.2(b), at iv (PDF p. 4) (Termination for Convenience)."
    Bluebook,
    /// A sentence for a footnote; a quote gets its number.
    Footnote,
    /// The plain style in Markdown; a quote is a block.
    Markdown,
}

/// What a citation says: the parts of a pinpoint citation and the sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Cited {
    /// Title of the document, or its file name.
    pub document: String,
    /// Page, counted from 0.
    pub page: u32,
    /// Printed label of the page; empty where it has none.
    pub label: String,
    /// Number or name of the clause: "7.2(b)", "ARTICLE VII".
    pub clause: Option<String>,
    /// The innermost heading that says more than the clause.
    pub heading: Option<String>,
    /// The sentence, in one line.
    pub sentence: String,
}

/// A citation ready for the clipboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Written {
    /// As plain text.
    pub text: String,
    /// As a fragment of HTML, which word processors paste with its italics. None where the plain text is the markup.
    pub html: Option<String>,
}

impl Cited {
    /// The citation in a style.
    pub fn cite(&self, style: CitationStyle) -> Written {
        self.written(style, |markup| self.line(style, markup))
    }

    /// The sentence in quotation marks, with the citation in a style.
    pub fn quote(&self, style: CitationStyle) -> Written {
        self.written(style, |markup| self.quoted(style, markup))
    }

    fn written(&self, style: CitationStyle, write: impl Fn(Markup) -> String) -> Written {
        match style {
            CitationStyle::Markdown => Written { text: write(Markup::Markdown), html: None },
            _ => Written { text: write(Markup::Text), html: Some(write(Markup::Html)) },
        }
    }

    fn line(&self, style: CitationStyle, markup: Markup) -> String {
        let title = match style {
            CitationStyle::Plain => markup.escaped(&self.document),
            _ => markup.italic(&self.document),
        };
        let rest = match style {
            CitationStyle::Plain | CitationStyle::Markdown => self.plain_rest(),
            CitationStyle::Bluebook => self.bluebook_rest(),
            CitationStyle::Footnote => self.footnote_rest(),
        };
        title + &markup.escaped(&rest)
    }

    /// ", p. iv (PDF p. 4), § 7.2(b) — Termination for Convenience".
    fn plain_rest(&self) -> String {
        let clause = self.clause.as_deref().map(|clause| format!(", {}", section(clause)));
        let heading = self.heading.as_deref().map(|heading| format!(" — {heading}"));
        format!(", {}{}{}", self.place("p. "), clause.unwrap_or_default(), heading.unwrap_or_default())
    }

    /// " § 7.2(b), at iv (PDF p. 4) (Termination for Convenience)."
    fn bluebook_rest(&self) -> String {
        let clause = self.clause.as_deref().map(|clause| format!(" {}", abbreviated(&section(clause))));
        let heading = self.heading.as_deref().map(|heading| format!(" ({heading})"));
        format!("{}, at {}{}.", clause.unwrap_or_default(), self.place(""), heading.unwrap_or_default())
    }

    /// ", § 7.2(b) (“Termination for Convenience”), p. iv (PDF p. 4)."
    fn footnote_rest(&self) -> String {
        let clause = self.clause.as_deref().map(|clause| format!(", {}", section(clause)));
        let heading = self.heading.as_deref().map(|heading| format!(" (“{}”)", single_quotes(heading)));
        let heading = heading.map(|heading| if clause.is_some() { heading } else { format!(",{heading}") });
        format!("{}{}, {}.", clause.unwrap_or_default(), heading.unwrap_or_default(), self.place("p. "))
    }

    /// The page, after `before` if it has a label: "p. iv (PDF p. 4)".
    fn place(&self, before: &str) -> String {
        let number = (self.page + 1).to_string();
        match self.label.trim() {
            "" => format!("PDF p. {number}"),
            label if label == number => format!("{before}{number}"),
            label => format!("{before}{label} (PDF p. {number})"),
        }
    }

    fn quoted(&self, style: CitationStyle, markup: Markup) -> String {
        let line = self.line(style, markup);
        let sentence = markup.escaped(&quotation(&self.sentence));
        match (style, markup) {
            (CitationStyle::Footnote, Markup::Html) => {
                format!("<p>{sentence}<sup>1</sup></p><p><sup>1</sup> {line}</p>")
            }
            (CitationStyle::Footnote, _) => format!("{sentence}[1]\n\n[1] {line}"),
            (CitationStyle::Markdown, _) => format!("> {}\n>\n> — {line}", markdown(&self.sentence)),
            _ => format!("{sentence} {line}"),
        }
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
pub fn quotation(text: &str) -> String {
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

impl Markup {
    fn escaped(self, text: &str) -> String {
        match self {
            Self::Text => text.to_owned(),
            Self::Html => html(text),
            Self::Markdown => markdown(text),
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
        let text = |style| cited().cite(style).text;
        assert_eq!(text(Plain), "Services & Supply, p. iv (PDF p. 4), § 7.2(b) — Termination");
        assert_eq!(text(Bluebook), "Services & Supply § 7.2(b), at iv (PDF p. 4) (Termination).");
        assert_eq!(text(Footnote), "Services & Supply, § 7.2(b) (“Termination”), p. iv (PDF p. 4).");
        assert_eq!(text(Markdown), "*Services & Supply*, p. iv (PDF p. 4), § 7.2(b) — Termination");
    }

    #[test]
    fn parts_that_are_missing_leave_no_gap() {
        let bare = Cited { label: String::new(), clause: None, heading: None, ..cited() };
        assert_eq!(bare.cite(CitationStyle::Plain).text, "Services & Supply, PDF p. 4");
        assert_eq!(bare.cite(CitationStyle::Bluebook).text, "Services & Supply, at PDF p. 4.");
        assert_eq!(bare.cite(CitationStyle::Footnote).text, "Services & Supply, PDF p. 4.");
        let article = Cited { clause: Some("ARTICLE VII(a)".to_owned()), label: "4".to_owned(), ..bare };
        assert_eq!(article.cite(CitationStyle::Bluebook).text, "Services & Supply art. VII(a), at 4.");
        let headed = Cited { heading: Some("Risks".to_owned()), clause: None, ..article };
        assert_eq!(headed.cite(CitationStyle::Footnote).text, "Services & Supply, (“Risks”), p. 4.");
    }

    #[test]
    fn rich_text_is_escaped_and_has_the_title_in_italics() {
        let html = cited().cite(CitationStyle::Bluebook).html.unwrap_or_default();
        assert_eq!(html, "<i>Services &amp; Supply</i> § 7.2(b), at iv (PDF p. 4) (Termination).");
        assert_eq!(cited().cite(CitationStyle::Markdown).html, None, "Markdown is pasted as it is");
    }

    #[test]
    fn a_quote_has_its_sentence_and_its_source() {
        let quote = |style| cited().quote(style).text;
        let sentence = "“The ‘Fee’ is due * now.”";
        assert!(quote(CitationStyle::Plain).starts_with(&format!("{sentence} Services & Supply, p. iv")));
        assert!(quote(CitationStyle::Footnote).starts_with(&format!("{sentence}[1]\n\n[1] Services & Supply, §")));
        let block = "> The \"Fee\" is due \\* now.\n>\n> — *Services & Supply*, p. iv";
        assert!(quote(CitationStyle::Markdown).starts_with(block), "{}", quote(CitationStyle::Markdown));
    }
}
