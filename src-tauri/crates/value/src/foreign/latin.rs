//! How languages in Latin letters write numbers, days, lengths of time and money.

use super::words::{Words, fixed};
use crate::duration::Unit;
use pincite_language::Language;

pub(super) static GERMAN: Words = Words {
    language: Language::German,
    numbers: Some(text2num::Language::german),
    extra: &[("eine", 1), ("einen", 1), ("einem", 1), ("einer", 1), ("eines", 1)],
    ordinals: &[],
    months: [
        "januar|jänner|jan", "februar|feber|feb", "märz|mrz", "april|apr", "mai", "juni|jun", "juli|jul", "august|aug",
        "september|sept|sep", "oktober|okt", "november|nov", "dezember|dez",
    ],
    day: r"\.",
    first: "ersten",
    joint: "",
    units: [
        r"(?:(?:kalender|werk|arbeits|bankarbeits|bank|geschäfts|börsen)-?)?tag(?:en|es|e)?",
        r"(?:kalender)?wochen?",
        r"(?:kalender|vertrags)?monat(?:en|es|e|s)?",
        r"(?:kalender|vertrags|geschäfts|wirtschafts|miet)?jahr(?:en|es|e|s)?",
    ],
    adjectives: ["tägig", "wöchig", "monatig", "jährig"],
    between: r"(?:volle[nrs]?|ganze[nrs]?|weitere[nrs]?|aufeinander\s?folgende[nrs]?|zusätzliche[nrs]?)",
    fixed: &[
        fixed(r"von jahr zu jahr", 1, Unit::Year),
        fixed(r"von monat zu monat", 1, Unit::Month),
        fixed(r"(?:ein(?:em|es)?\s+)?halbe[ns]?\s+jahr(?:es)?", 6, Unit::Month),
        fixed(r"halbjahres?(?:frist)?", 6, Unit::Month),
        fixed(r"(?:jahres|einjahres)(?:frist|zeitraums?|verlängerung)", 1, Unit::Year),
        fixed(r"monatsfrist", 1, Unit::Month),
    ],
    anniversary: r"jahrestag(?:s|es|e)?",
    percent: r"prozent(?:punkten?|e)?|v\.\s?h\.|vom\s+hundert",
    scales: &[
        (r"milliarden?|mrd\.?", 1_000_000_000),
        (r"millionen|million|mio\.?", 1_000_000),
        (r"tausend|tsd\.?", 1_000),
    ],
    currencies: &[
        (r"euro?s?\b|teur\b", "EUR"),
        (r"us-dollars?\b|dollars?\b", "USD"),
        (r"schweizer\s+franken\b|franken\b|sfr\.?|fr\.", "CHF"),
        (r"britische\s+pfund\b|pfund(?:\s+sterling)?\b", "GBP"),
    ],
    pointers: "artikel|art|absatz|absätze|abs|satz|nr|nrn|nummer|ziffer|ziffern|ziff|seite|seiten|s|anlage|anlagen|anhang\
        |abschnitt|kapitel|teil|punkt|tabelle|abbildung|abb|stufe|phase|form|version|rn|rz|randnummer|klausel|buchst|tz",
    lists: "und|oder|bis",
};

pub(super) static SPANISH: Words = Words {
    language: Language::Spanish,
    numbers: Some(text2num::Language::spanish),
    extra: &[("veintiún", 21), ("treinta y un", 31)],
    ordinals: &["tercer"],
    months: [
        "enero|ene",
        "febrero|feb",
        "marzo",
        "abril|abr",
        "mayo",
        "junio|jun",
        "julio|jul",
        "agosto|ago",
        "septiembre|setiembre|sept|sep",
        "octubre|oct",
        "noviembre|nov",
        "diciembre|dic",
    ],
    day: r"\.?º|°",
    first: "primero",
    joint: r"(?:de|del)\s+",
    units: [r"días?", r"semanas?", r"mes(?:es)?", r"años?|anualidad(?:es)?"],
    adjectives: [""; 4],
    between: r"(?:nuevos?|sucesiv[oa]s?|consecutiv[oa]s?|siguientes?)",
    fixed: &[
        fixed(r"de\s+año\s+en\s+año|(?:períodos?|periodos?|prórrogas?|plazos?)\s+anual(?:es)?", 1, Unit::Year),
        fixed(r"de\s+mes\s+en\s+mes|(?:períodos?|periodos?|prórrogas?)\s+mensual(?:es)?", 1, Unit::Month),
        fixed(r"medio\s+año|un\s+semestre|(?:períodos?|periodos?)\s+semestral(?:es)?", 6, Unit::Month),
    ],
    anniversary: "aniversario",
    percent: r"por\s+ciento|por\s+100|por\s+cien",
    scales: &[
        (r"mil\s+millones|millardos?", 1_000_000_000),
        (r"millones|millón|mill\.|mm", 1_000_000),
        (r"mil", 1_000),
    ],
    currencies: &[
        (r"euros?\b", "EUR"),
        (r"dólares(?:\s+(?:estadounidenses|americanos))?\b|dólar\b", "USD"),
        (r"libras(?:\s+esterlinas)?\b", "GBP"),
        (r"francos\s+suizos\b", "CHF"),
        (r"pesos\s+mexicanos\b|m\.n\.", "MXN"),
        (r"pesos\s+argentinos\b", "ARS"),
        (r"pesos\s+chilenos\b", "CLP"),
        (r"pesos\s+colombianos\b", "COP"),
    ],
    pointers: "artículo|artículos|articulo|art|arts|apartado|apdo|cláusula|cláusulas|clausula|número|núm|núms|num|nº|n\\.º\
        |página|páginas|pág|págs|p|pp|anexo|capítulo|título|sección|parte|tabla|cuadro|figura|fase|nivel|versión|párrafo|ley",
    lists: "y|e|o|a|al",
};

pub(super) static FRENCH: Words = Words {
    language: Language::French,
    numbers: Some(text2num::Language::french),
    extra: &[],
    ordinals: &[],
    months: [
        "janvier|janv",
        "février|fevrier|févr|fév",
        "mars",
        "avril|avr",
        "mai",
        "juin",
        "juillet|juil",
        "août|aout",
        "septembre|sept",
        "octobre|oct",
        "novembre|nov",
        "décembre|decembre|déc",
    ],
    day: r"er",
    first: "premier",
    joint: "",
    units: [r"jours?", r"semaines?", r"mois", r"ans?|années?"],
    adjectives: [""; 4],
    between: r"(?:nouve(?:aux|lles|lle|l|au)|autres)",
    fixed: &[
        fixed(r"d['’]année\s+en\s+année|périodes?\s+annuelles?", 1, Unit::Year),
        fixed(r"de\s+mois\s+en\s+mois|périodes?\s+mensuelles?", 1, Unit::Month),
        fixed(r"un\s+semestre", 6, Unit::Month),
        fixed(r"un\s+trimestre", 3, Unit::Month),
    ],
    anniversary: r"anniversaire",
    percent: r"pour\s+cent|p\.\s?100",
    scales: &[(r"milliards?|mds?", 1_000_000_000), (r"millions?|m", 1_000_000), (r"mille|k", 1_000)],
    currencies: &[
        (r"euros?\b", "EUR"),
        (r"dollars(?:\s+(?:américains|us))?\b", "USD"),
        (r"livres(?:\s+sterling)?\b", "GBP"),
        (r"francs\s+suisses\b|frs?\.", "CHF"),
        (r"dollars\s+canadiens\b", "CAD"),
    ],
    pointers: "article|articles|art|alinéa|al|paragraphe|clause|numéro|no|n°|nº|page|pages|p|pp|annexe|chapitre|titre\
        |section|partie|tableau|figure|phase|niveau|version|lot|loi",
    lists: "et|ou|à",
};

pub(super) static ITALIAN: Words = Words {
    language: Language::Italian,
    numbers: Some(text2num::Language::italian),
    extra: &[],
    ordinals: &[],
    months: [
        "gennaio|gen", "febbraio|feb", "marzo|mar", "aprile|apr", "maggio|mag", "giugno|giu", "luglio|lug",
        "agosto|ago", "settembre|set", "ottobre|ott", "novembre|nov", "dicembre|dic",
    ],
    day: r"°|º",
    first: "primo",
    joint: "",
    units: [r"giorn[oi]", r"settiman[ae]", r"mes[ei]", r"ann[oi]"],
    adjectives: [""; 4],
    between: r"(?:ulteriori|successiv[ie]|consecutiv[ie])",
    fixed: &[fixed(r"di\s+anno\s+in\s+anno|periodi\s+annuali", 1, Unit::Year)],
    anniversary: "anniversario",
    percent: r"per\s+cento",
    scales: &[(r"miliard[oi]|mld\.?", 1_000_000_000), (r"milion[ei]|mln\.?", 1_000_000), (r"mila|mille", 1_000)],
    currencies: &[(r"euro\b", "EUR"), (r"dollari\b", "USD"), (r"sterline\b", "GBP"), (r"franchi\s+svizzeri\b", "CHF")],
    pointers: "articolo|articoli|art|artt|comma|commi|n|nn|numero|pagina|pag|p|pp|allegato|capitolo|titolo|sezione|parte\
        |punto|clausola|tabella|figura|fase|versione|lettera",
    lists: "e|o|a",
};

pub(super) static PORTUGUESE: Words = Words {
    language: Language::Portuguese,
    numbers: Some(text2num::Language::portugese),
    extra: &[],
    ordinals: &[],
    months: [
        "janeiro|jan", "fevereiro|fev", "março|mar", "abril|abr", "maio|mai", "junho|jun", "julho|jul", "agosto|ago",
        "setembro|set", "outubro|out", "novembro|nov", "dezembro|dez",
    ],
    day: r"\.?º|°",
    first: "primeiro",
    joint: r"de\s+",
    units: [r"dias?", r"semanas?", r"m[eê]s(?:es)?", r"anos?"],
    adjectives: [""; 4],
    between: r"(?:novos?|novas?|sucessiv[oa]s|consecutiv[oa]s)",
    fixed: &[fixed(r"períodos?\s+anua(?:l|is)", 1, Unit::Year)],
    anniversary: "aniversário",
    percent: r"por\s+cento",
    scales: &[
        (r"mil\s+milhões|bilh(?:ões|ão)|bili?ões", 1_000_000_000),
        (r"milh(?:ões|ão)", 1_000_000),
        (r"mil", 1_000),
    ],
    currencies: &[
        (r"r\$|reais\b|brl\b", "BRL"),
        (r"euros?\b", "EUR"),
        (r"dólares(?:\s+americanos)?\b", "USD"),
        (r"libras(?:\s+esterlinas)?\b", "GBP"),
    ],
    pointers: "artigo|artigos|art|arts|alínea|número|n|nº|n\\.º|página|pág|p|pp|anexo|capítulo|título|seção|secção|parte\
        |cláusula|cláusulas|tabela|figura|fase|versão|parágrafo|lei",
    lists: "e|ou|a",
};

pub(super) static DUTCH: Words = Words {
    language: Language::Dutch,
    numbers: Some(text2num::Language::dutch),
    extra: &[],
    ordinals: &[],
    months: [
        "januari|jan", "februari|feb", "maart|mrt", "april|apr", "mei", "juni|jun", "juli|jul", "augustus|aug",
        "september|sept|sep", "oktober|okt", "november|nov", "december|dec",
    ],
    day: r"e|ste|de",
    first: "eerste",
    joint: "",
    units: [
        r"(?:kalender|werk)?dag(?:en)?",
        r"we(?:ek|ken)",
        r"(?:kalender)?maand(?:en)?",
        r"(?:kalender)?ja(?:ar|ren)",
    ],
    adjectives: [""; 4],
    between: r"(?:achtereenvolgende|opeenvolgende|volle|verdere)",
    fixed: &[fixed(r"van\s+jaar\s+tot\s+jaar", 1, Unit::Year)],
    anniversary: "verjaardag",
    percent: r"procent",
    scales: &[(r"miljard|mld\.?", 1_000_000_000), (r"miljoen|mln\.?", 1_000_000), (r"duizend", 1_000)],
    currencies: &[(r"euro\b", "EUR"), (r"dollar\b", "USD"), (r"pond\b", "GBP")],
    pointers: "artikel|artikelen|art|lid|leden|nr|nummer|pagina|blz|p|bijlage|hoofdstuk|titel|afdeling|deel|tabel|figuur\
        |fase|versie|paragraaf|sub",
    lists: "en|of|tot",
};
