//! The words of languages in Latin letters.

use super::table::{Alone, Around, CHAPTER, CLAUSE, ClauseWords, Marks, Name, PART, cited, part};
use pincite_language::Language;

pub(super) const WORDS: &[&ClauseWords] = &[&GERMAN, &SPANISH, &FRENCH, &ITALIAN, &PORTUGUESE, &DUTCH];

static GERMAN: ClauseWords = ClauseWords {
    language: Language::German,
    names: &[
        cited("§", CLAUSE, "§"),
        cited("artikel", CLAUSE, "Art."),
        cited("art", CLAUSE, "Art."),
        cited("ziffer", CLAUSE, "Ziff."),
        cited("ziff", CLAUSE, "Ziff."),
        cited("punkt", CLAUSE, "Punkt"),
        cited("klausel", CLAUSE, "Klausel"),
        cited("abschnitt", CHAPTER, "Abschn."),
        cited("abschn", CHAPTER, "Abschn."),
        part("kapitel", CHAPTER),
        part("titel", CHAPTER),
        part("teil", PART),
        part("buch", PART),
        part("anlage", PART),
        part("anhang", PART),
        part("beilage", PART),
        part("annex", PART),
    ],
    frames: &[],
    ordinals: &[],
    alone: &[],
    decimal: Around::new("Ziff. ", ""),
    marks: Marks {
        bracketed: Around::new(" Abs. ", ""),
        plain: Around::new(" Nr. ", ""),
        circled: Around::new(" Abs. ", ""),
        letter: Around::new(" lit. ", ""),
        roman: Around::new(" (", ")"),
        capital: Around::new(" ", ""),
        numeral: Around::new(" ", ""),
    },
    references: &[
        "abs", "absatz", "absätze", "satz", "s", "nr", "nrn", "nummer", "ziff", "ziffer", "buchst", "buchstabe", "lit",
        "halbsatz", "hs", "var", "alt", "bgb", "hgb", "zpo", "gg", "ao", "weg", "or", "zgb", "abgb", "ugb", "uwg",
        "gwb", "vvg", "bdsg", "dsgvo", "stpo", "vob", "sgb", "i.v.m",
    ],
    counted: &[
        "januar", "jänner", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober",
        "november", "dezember",
    ],
    units: &[],
    titles: "S",
    conjunctions: &[" und", " oder", " und/oder", " sowie"],
    closings: &["Unterschrift", "Ort, Datum", "Zu Urkund"],
    alphabet: "",
};

/// Ordinals of Spanish from the first to the thirtieth: "vigésima primera" is two of them.
const SPANISH_ORDINALS: &[&str] = &[
    "primera", "segunda", "tercera", "cuarta", "quinta", "sexta", "séptima", "septima", "octava", "novena", "décima",
    "decima", "undécima", "undecima", "duodécima", "duodecima", "decimoprimera", "decimosegunda", "decimotercera",
    "decimocuarta", "decimoquinta", "decimosexta", "decimoséptima", "decimoctava", "decimonovena", "vigésima",
    "vigesima", "vigesimoprimera", "trigésima", "trigesima", "única", "unica", "adicional", "primero", "segundo",
    "tercero", "cuarto", "quinto", "sexto", "séptimo", "septimo", "octavo", "noveno", "décimo", "decimo", "undécimo",
    "duodécimo", "decimotercero", "decimocuarto", "decimoquinto", "vigésimo", "trigésimo", "único", "unico",
];

static SPANISH: ClauseWords = ClauseWords {
    language: Language::Spanish,
    names: &[
        cited("cláusula", CLAUSE, "cláusula"),
        cited("clausula", CLAUSE, "cláusula"),
        cited("artículo", CLAUSE, "art."),
        cited("articulo", CLAUSE, "art."),
        cited("art", CLAUSE, "art."),
        cited("estipulación", CLAUSE, "estipulación"),
        cited("apartado", CLAUSE, "apdo."),
        cited("disposición adicional", CLAUSE, "disp. adicional"),
        cited("disposición transitoria", CLAUSE, "disp. transitoria"),
        cited("disposición final", CLAUSE, "disp. final"),
        part("sección", CHAPTER),
        part("capítulo", CHAPTER),
        part("capitulo", CHAPTER),
        part("título", PART),
        part("titulo", PART),
        part("parte", PART),
        part("libro", PART),
        part("anexo", PART),
        part("apéndice", PART),
    ],
    frames: &[],
    ordinals: SPANISH_ORDINALS,
    alone: &[Alone { ending: "a", cited: "cláusula " }, Alone { ending: "o", cited: "" }],
    decimal: Around::new("cláusula ", ""),
    marks: Marks {
        bracketed: Around::new(", ap. ", ""),
        plain: Around::new(", ap. ", ""),
        letter: Around::new(", letra ", ")"),
        roman: Around::new(", (", ")"),
        ..Marks::in_brackets()
    },
    references: &[],
    counted: &[
        "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "setiembre", "octubre",
        "noviembre", "diciembre",
    ],
    units: &[],
    titles: "D",
    conjunctions: &[" y", " o", " y/o", " e"],
    closings: &[
        "Y en prueba", "En prueba", "Y PARA QUE CONSTE", "Y para que conste", "EN FE DE LO CUAL", "En fe de lo cual",
    ],
    alphabet: "",
};

static FRENCH: ClauseWords = ClauseWords {
    language: Language::French,
    names: &[
        cited("article", CLAUSE, "art."),
        cited("art", CLAUSE, "art."),
        cited("clause", CLAUSE, "clause"),
        cited("§", CLAUSE, "§"),
        part("section", CHAPTER),
        part("chapitre", CHAPTER),
        part("titre", PART),
        part("partie", PART),
        part("livre", PART),
        part("annexe", PART),
        part("appendice", PART),
    ],
    frames: &[],
    ordinals: &[
        "premier", "première", "deuxième", "second", "seconde", "troisième", "quatrième", "cinquième", "sixième",
        "septième", "huitième", "neuvième", "dixième", "unique", "préliminaire",
    ],
    alone: &[],
    decimal: Around::new("art. ", ""),
    marks: Marks {
        bracketed: Around::new(", (", ")"),
        plain: Around::new(", ", "°"),
        letter: Around::new(", ", ")"),
        roman: Around::new(", (", ")"),
        ..Marks::in_brackets()
    },
    references: &["al", "alinéa"],
    counted: &[
        "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
        "décembre",
    ],
    units: &[],
    titles: "M",
    conjunctions: &[" et", " ou", " et/ou"],
    closings: &["Fait à", "FAIT À", "Fait en", "EN FOI DE QUOI", "En foi de quoi"],
    alphabet: "",
};

static ITALIAN: ClauseWords = ClauseWords {
    language: Language::Italian,
    names: &[
        cited("articolo", CLAUSE, "art."),
        cited("art", CLAUSE, "art."),
        cited("clausola", CLAUSE, "clausola"),
        cited("punto", CLAUSE, "punto"),
        part("sezione", CHAPTER),
        part("capitolo", CHAPTER),
        part("capo", CHAPTER),
        part("titolo", PART),
        part("parte", PART),
        part("allegato", PART),
        part("appendice", PART),
    ],
    frames: &[],
    ordinals: &["primo", "prima", "secondo", "seconda", "terzo", "terza", "quarto", "quinto", "sesto", "unico"],
    alone: &[],
    decimal: Around::new("art. ", ""),
    marks: Marks {
        bracketed: Around::new(", comma ", ""),
        plain: Around::new(", n. ", ""),
        letter: Around::new(", lett. ", ")"),
        roman: Around::new(", (", ")"),
        ..Marks::in_brackets()
    },
    references: &[],
    counted: &[
        "gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre",
        "novembre", "dicembre",
    ],
    units: &[],
    titles: "",
    conjunctions: &[" e", " o", " ovvero", " oppure"],
    closings: &["Letto, confermato", "In fede"],
    alphabet: "",
};

static PORTUGUESE: ClauseWords = ClauseWords {
    language: Language::Portuguese,
    names: PORTUGUESE_NAMES,
    frames: &[],
    ordinals: &[
        "primeira", "segunda", "terceira", "quarta", "quinta", "sexta", "sétima", "oitava", "nona", "décima",
        "vigésima", "trigésima", "primeiro", "segundo", "terceiro", "quarto", "quinto", "sexto", "sétimo", "oitavo",
        "nono", "décimo", "único", "única",
    ],
    alone: &[Alone { ending: "a", cited: "cláusula " }],
    decimal: Around::new("cláusula ", ""),
    marks: Marks {
        bracketed: Around::new(", n.º ", ""),
        plain: Around::new(", n.º ", ""),
        letter: Around::new(", alínea ", ")"),
        roman: Around::new(", (", ")"),
        ..Marks::in_brackets()
    },
    references: &[],
    counted: &[
        "janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro",
        "novembro", "dezembro",
    ],
    units: &[],
    titles: "D",
    conjunctions: &[" e", " ou", " e/ou"],
    closings: &["E por estarem", "E, por estarem", "E POR ESTAREM"],
    alphabet: "",
};

const PORTUGUESE_NAMES: &[Name] = &[
    cited("cláusula", CLAUSE, "cláusula"),
    cited("clausula", CLAUSE, "cláusula"),
    cited("artigo", CLAUSE, "art."),
    cited("art", CLAUSE, "art."),
    part("seção", CHAPTER),
    part("secção", CHAPTER),
    part("capítulo", CHAPTER),
    part("título", PART),
    part("parte", PART),
    part("anexo", PART),
    part("apêndice", PART),
];

static DUTCH: ClauseWords = ClauseWords {
    language: Language::Dutch,
    names: &[
        cited("artikel", CLAUSE, "art."),
        cited("art", CLAUSE, "art."),
        cited("clausule", CLAUSE, "clausule"),
        cited("paragraaf", CLAUSE, "§"),
        cited("§", CLAUSE, "§"),
        part("hoofdstuk", CHAPTER),
        part("afdeling", CHAPTER),
        part("titel", PART),
        part("deel", PART),
        part("bijlage", PART),
        part("annex", PART),
    ],
    frames: &[],
    ordinals: &["eerste", "tweede", "derde", "vierde", "vijfde"],
    alone: &[],
    decimal: Around::new("art. ", ""),
    marks: Marks {
        bracketed: Around::new(" lid ", ""),
        plain: Around::new(" lid ", ""),
        letter: Around::new(" sub ", ""),
        roman: Around::new(" (", ")"),
        ..Marks::in_brackets()
    },
    references: &["lid", "bw"],
    counted: &[
        "januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september", "oktober", "november",
        "december",
    ],
    units: &[],
    titles: "",
    conjunctions: &[" en", " of", " en/of"],
    closings: &["Aldus overeengekomen", "Aldus opgemaakt"],
    alphabet: "",
};
