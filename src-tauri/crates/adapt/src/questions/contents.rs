//! Tables of contents: headings with the pages where they begin. Not for other lists that end in numbers.

/// Fewer entries are no table, unless it says that it is one.
const FEWEST: usize = 5;

/// Fewer entries are none even then.
const FEWEST_NAMED: usize = 3;

/// Whether most of these lines are entries of a table of contents: pages that rise from line to line, or rows of dots.
pub(crate) fn is_contents(lines: &[&str]) -> bool {
    let joined = with_pages(lines);
    let entries: Vec<(&String, u32)> = joined.iter().filter_map(|line| Some((line, page(line)?))).collect();
    let named = lines.iter().any(|line| is_title(line));
    let enough = entries.len() >= if named { FEWEST_NAMED } else { FEWEST };
    let words = |line: &str| line.split_whitespace().count();
    let inside: usize = entries.iter().map(|(line, _)| words(line)).sum();
    let total: usize = joined.iter().map(|line| words(line)).sum();
    let pages: Vec<u32> = entries.iter().map(|(_, page)| *page).collect();
    enough && inside * 10 >= total * 6 && rises(&pages) || is_dotted(&joined)
}

fn is_title(line: &str) -> bool {
    let lower = line.to_lowercase();
    matches!(lower.as_str(), "contents" | "page" | "page no." | "index") || lower.starts_with("table of contents")
}

/// The lines, with pages that stand on a line of their own put behind the line before.
fn with_pages(lines: &[&str]) -> Vec<String> {
    let mut joined: Vec<String> = Vec::with_capacity(lines.len());
    for line in lines {
        let alone = line.len() <= 3 && line.bytes().all(|byte| byte.is_ascii_digit());
        match joined.last_mut() {
            Some(last) if alone && page(last).is_none() => {
                last.push(' ');
                last.push_str(line);
            }
            _ => joined.push((*line).to_owned()),
        }
    }
    joined
}

/// The page at the end of an entry: a bare number behind a word, the only such number of the line but for its own.
fn page(line: &str) -> Option<u32> {
    let (heading, last) = line.rsplit_once([' ', '.', '\t'])?;
    let before = heading.trim_end_matches(|c: char| c == '.' || c.is_whitespace()).split_whitespace().next_back()?;
    let bare = last.len() <= 3 && last.bytes().all(|byte| byte.is_ascii_digit());
    let word = before.chars().filter(|c| c.is_alphabetic()).count() > 1;
    if bare && word && !line.contains(['$', '€', '£', '%']) { last.parse().ok() } else { None }
}

/// Pages rise but for one in ten, and rise at all.
fn rises(pages: &[u32]) -> bool {
    let falls = pages.windows(2).filter(|pair| pair[1] < pair[0]).count();
    falls * 10 <= pages.len() && pages.first() < pages.last()
}

/// Most lines lead to their page by a row of dots.
fn is_dotted(lines: &[String]) -> bool {
    let dotted = lines.iter().filter(|line| line.contains("....") || line.contains(". . . .")).count();
    dotted >= FEWEST_NAMED && dotted * 2 > lines.len()
}

#[cfg(test)]
mod tests {
    use super::is_contents;

    fn contents(text: &str) -> bool {
        is_contents(&text.lines().collect::<Vec<_>>())
    }

    #[test]
    fn tables_of_contents_are_known() {
        for text in [
            "Table of Contents\nPage No.\nARTICLE I. Foreword 1\nARTICLE II. Definitions 4\n2.1 Definitions 4\nPlan 14",
            "ITEM 1 Business 4\nITEM 1A Risk Factors 10\nITEM 2 Properties 12\nPART II\nITEM 5 Market for Equity, Related \
             Stockholder Matters and Purchases 13\nITEM 6 Selected Data 14",
            "Section 2.1 Definitions\n6\nSection 2.2 Plan Definitions\n11\nSection 2.3 Gender and Number 11\nSection 3.1 \
             Administrator 12\nSection 3.2 Authority\n12",
            "Definitions........ 1\nTerm . . . . . . iv\nNotices......... 12\nMiscellaneous",
        ] {
            assert!(contents(text), "{text:?}");
        }
    }

    #[test]
    fn other_lists_with_numbers_are_not() {
        for text in [
            "Exercised (3,482) 91.01\nForfeited (125) 188.00\nVested 26,117 121\nGranted 4,100 150\nOpen 4,200 160",
            "Chicago plant 12\nDallas plant 9\nDenver plant 31\nMiami plant 4\nTucson plant 17",
            "Units 5\nDesks 5\nChairs 5\nLamps 5\nDoors 5",
            "Accounts payable $1.6 Note 14\nLiabilities held for sale $0.8 Note 15\nDebt $4.3 Note 18\nOther $2.2 Note 19\n\
             Total $3 Note 20",
            "The tenant pays by check 1.\nThe landlord gives notice before May 3.",
        ] {
            assert!(!contents(text), "rows of a table answer questions: {text:?}");
        }
    }
}
