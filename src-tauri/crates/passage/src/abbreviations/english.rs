//! Abbreviations of legal and financial English.

use super::table::{Abbreviations, Figures};
use pincite_language::Language;

pub(super) static ENGLISH: Abbreviations = Abbreviations {
    language: Language::English,
    never: &[
        "mr", "mrs", "ms", "dr", "prof", "hon", "rev", "gen", "sen", "rep", "gov", "messrs", "st", "v", "vs", "cf",
        "e.g", "i.e", "viz", "eg", "ie", "al", "approx", "ca", "no", "nos", "nr", "sec", "secs", "art", "arts", "para",
        "paras", "par", "cl", "ch", "chap", "reg", "regs", "sched", "exh", "ex", "app", "fig", "p", "pp", "vol", "ed",
        "eds", "fn", "n", "lit", "supp", "stat", "u.s.c", "c.f.r", "fed", "u.s", "cir", "ct", "sup", "cal", "del",
        "mass", "tex", "fla", "pty", "mt", "ft", "tel",
    ],
    sometimes: &[
        "inc", "corp", "co", "ltd", "llc", "l.l.c", "l.p", "llp", "plc", "n.a", "s.a", "n.v", "b.v", "gmbh", "bros",
        "assn", "etc", "jr", "sr", "esq", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sept", "sep", "oct", "nov",
        "dec", "a.m", "p.m", "d.c", "ph.d", "m.d", "avg", "est", "int'l", "nat'l", "dept", "div", "mfg", "rec", "ave",
        "blvd", "rd", "ste",
    ],
    units: &[],
    starters: &[
        "the", "this", "that", "these", "those", "if", "in", "on", "at", "by", "for", "as", "we", "our", "it", "its",
        "he", "she", "they", "such", "any", "each", "all", "no", "an", "a", "upon", "when", "where", "after", "before",
        "during", "under", "to", "there", "however", "subject", "unless", "except", "notwithstanding", "provided",
        "neither", "either", "both", "nothing", "with", "without", "from",
    ],
    lettered: &[
        "party", "parties", "section", "exhibit", "schedule", "annex", "appendix", "attachment", "article", "part",
        "class", "series", "type", "phase", "group", "tranche", "item", "lot", "tier", "level", "option", "plan",
    ],
    figures: Figures::End,
};
