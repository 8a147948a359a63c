//! Abbreviations of languages in Latin letters.

use super::table::{Abbreviations, Figures};
use pincite_language::Language;

pub(super) const ALL: &[&Abbreviations] = &[&GERMAN, &SPANISH, &FRENCH, &ITALIAN, &PORTUGUESE, &DUTCH];

static GERMAN: Abbreviations = Abbreviations {
    language: Language::German,
    never: &[
        "abb", "abk", "abl", "abs", "abschn", "abt", "allg", "amtl", "anl", "anm", "aufl", "b", "bd", "bde", "begr",
        "bes", "bspw", "buchst", "bzgl", "bzw", "c", "ca", "cie", "d", "d.h", "dergl", "dgl", "dipl", "dr", "ebd",
        "einschl", "entspr", "erl", "ev", "evtl", "exkl", "f.d", "fa", "fn", "fr", "geb", "gem", "ges", "gez", "ggf",
        "ggfs", "h", "hg", "hr", "hrsg", "hs", "i", "i.d", "i.d.f", "i.d.r", "i.h.v", "i.s.d", "i.s.v", "i.v.m",
        "inkl", "insb", "insbes", "jew", "kap", "kfm", "lfd", "lit", "m", "m.a.w", "m.e", "max", "mind", "mio", "mrd",
        "n", "nr", "nrn", "o", "o.g", "o.ä", "ing", "phil", "jur", "med", "pos", "prof", "proz", "r", "rd", "red",
        "rn", "rdnr", "rz", "s", "s.o", "s.u", "sog", "st", "stellv", "str", "t", "tab", "techn", "tel", "tsd", "u",
        "u.a", "u.e", "u.u", "umg", "urspr", "usf", "v", "v.a", "v.h", "vgl", "vors", "vorst", "z", "z.b", "z.hd",
        "z.t", "zb", "zgl", "ziff", "zit", "zt", "zus", "zzgl", "zzt", "abzgl", "var",
    ],
    sometimes: &[
        "art", "alt", "usw", "etc", "u. a", "o. ä", "u. ä", "u.ä", "s.a", "inc", "corp", "co", "ltd", "e.v", "e. v",
        "v. chr", "n. chr", "a.d", "a.g", "kg", "jr", "sen", "jun", "jan", "feb", "mrz", "apr", "aug", "sept", "okt",
        "nov", "dez", "ff", "f",
    ],
    units: &[],
    starters: &[
        "der", "die", "das", "den", "dem", "des", "ein", "eine", "einer", "eines", "im", "in", "am", "an", "auf",
        "aus", "bei", "beide", "bis", "dabei", "dafür", "dagegen", "daher", "damit", "danach", "darüber", "dasselbe",
        "dazu", "dies", "diese", "dieser", "dieses", "durch", "er", "es", "falls", "für", "gegen", "hat", "hierfür",
        "hierzu", "ihm", "ihr", "ist", "jede", "jeder", "jedes", "kann", "kein", "keine", "mit", "nach", "nachdem",
        "nur", "ob", "ohne", "sie", "sind", "sobald", "sofern", "solange", "soweit", "sowie", "soll", "sollte",
        "sollten", "trotz", "um", "und", "unter", "vom", "von", "vor", "während", "wegen", "weitere", "wenn", "werden",
        "wer", "wie", "wir", "wird", "zu", "zum", "zur", "zusätzlich", "zwischen", "alle", "als", "also", "andere",
        "auch", "außerdem", "ferner", "etwaige", "insoweit", "abweichend", "innerhalb", "insbesondere", "eventuelle",
        "gleiches", "ändert", "weicht", "hiervon",
    ],
    lettered: &[
        "partei", "gruppe", "klasse", "serie", "tranche", "stufe", "typ", "phase", "option", "los", "anlage", "teil",
    ],
    figures: Figures::Ordinal,
};

static SPANISH: Abbreviations = Abbreviations {
    language: Language::Spanish,
    never: &[
        "art", "arts", "núm", "núms", "num", "nums", "nº", "n.º", "n", "nro", "pág", "págs", "pag", "pags", "p", "pp",
        "párr", "apdo", "apdos", "ap", "sr", "sra", "srta", "sres", "sras", "dr", "dra", "dres", "d", "dª", "d.ª",
        "dña", "dn", "lic", "ing", "arq", "prof", "mtro", "ej", "p.ej", "cf", "cfr", "vid", "v", "vs", "cap", "cía",
        "cia", "tít", "inc", "lit", "fig", "tel", "tfno", "av", "avda", "avd", "c", "ctra", "pza", "plza", "pl", "izq",
        "dcha", "aprox", "máx", "mín", "ee", "ss", "ff", "gral", "exp", "expte", "ref", "reg", "sto", "sta", "ud",
        "uds", "vd", "vds", "op", "ed", "vol", "t", "secc", "excmo", "excma", "ilmo", "ilma", "i.e", "e.g", "m.ª",
        "b.o.e", "dpto", "dto", "esc", "cto",
    ],
    sometimes: &[
        "no", "etc", "s.a", "s. a", "s.l", "s. l", "s.l.u", "s.a.u", "s.r.l", "s. de r.l", "c.v", "c. v", "s.c",
        "s.a.s", "s.p.a", "ltda", "corp", "co", "ltd", "ee. uu", "uu", "a.m", "p.m", "a. m", "p. m", "c.p", "i.v.a",
        "d.n.i", "n.i.f", "c.i.f", "jr", "m.n",
    ],
    units: &[],
    starters: &[
        "el", "la", "los", "las", "lo", "un", "una", "unos", "unas", "en", "a", "al", "de", "del", "con", "sin", "por",
        "para", "si", "cuando", "como", "se", "su", "sus", "este", "esta", "estos", "estas", "dicho", "dicha",
        "dichos", "dichas", "esto", "ello", "no", "ni", "asimismo", "además", "cada", "cualquier", "cualquiera",
        "ambas", "ambos", "todo", "toda", "todos", "todas", "según", "tras", "durante", "desde", "hasta", "sobre",
        "también", "una vez", "y", "salvo", "conforme", "en caso", "queda", "quedan", "transcurrido", "tanto",
        "ninguna", "ningún",
    ],
    lettered: &["parte", "grupo", "clase", "serie", "tipo", "fase", "nivel", "tramo", "opción", "anexo", "lote"],
    figures: Figures::End,
};

static FRENCH: Abbreviations = Abbreviations {
    language: Language::French,
    never: &[
        "arts", "al", "p", "pp", "m", "mm", "mme", "mmes", "mlle", "mlles", "me", "mes", "mgr", "dr", "drs", "pr",
        "prof", "c.-à-d", "c.à.d", "c", "cad", "cf", "ex", "p.ex", "env", "fig", "chap", "vol", "t", "éd", "coll",
        "av", "bd", "bld", "boul", "st", "ste", "n", "no", "nos", "n°", "nº", "réf", "tél", "tel", "fax", "v", "vs",
        "s", "ss", "sect", "par", "app", "op", "cit", "ibid", "d", "r", "l", "lég", "cass", "civ", "com", "soc",
        "crim", "bull", "obs", "spéc", "capit", "min", "max", "approx", "hab", "adj", "resp", "i.e", "e.g", "cie",
        "éts", "ets", "gal",
    ],
    sometimes: &[
        "art", "etc", "s.a", "s. a", "s.a.s", "s.a.r.l", "s.c.i", "s.n.c", "s.à r.l", "sàrl", "inc", "corp", "co",
        "ltd", "ltée", "h.t", "t.t.c", "t.v.a", "r.c.s", "janv", "févr", "avr", "juil", "sept", "oct", "nov", "déc",
        "jr",
    ],
    units: &[],
    starters: &[
        "le", "la", "les", "l", "un", "une", "des", "du", "de", "en", "au", "aux", "à", "il", "elle", "ils", "elles",
        "on", "nous", "vous", "ce", "cet", "cette", "ces", "ceux", "celui", "celle", "cela", "si", "s", "lorsque",
        "lorsqu", "quand", "dans", "pour", "par", "sur", "sous", "sans", "avec", "après", "avant", "chaque", "chacune",
        "chacun", "tout", "toute", "tous", "toutes", "aucun", "aucune", "son", "sa", "ses", "leur", "leurs", "dès",
        "pendant", "sauf", "toutefois", "cependant", "ainsi", "par ailleurs", "conformément", "d", "qu", "ni", "et",
        "sont", "est", "à défaut",
    ],
    lettered: &["partie", "groupe", "classe", "série", "type", "phase", "niveau", "tranche", "option", "annexe", "lot"],
    figures: Figures::End,
};

static ITALIAN: Abbreviations = Abbreviations {
    language: Language::Italian,
    never: &[
        "art", "artt", "n", "nn", "nr", "num", "pag", "pagg", "p", "pp", "sig", "sigg", "sig.ra", "dott", "dott.ssa",
        "dr", "avv", "ing", "geom", "rag", "prof", "prof.ssa", "es", "ad es", "cfr", "cf", "cap", "co", "lett", "let",
        "all", "fig", "vol", "tel", "ca", "v", "vs", "c", "d.lgs", "lgs", "d.p.r", "d.l", "l", "cod", "civ", "proc",
        "pen", "c.c", "c.p.c", "reg", "rif", "sez", "ss", "seg", "segg", "spett", "egr", "gent", "p.iva", "c.f", "max",
        "min", "tit", "on", "s", "ecc.mo",
    ],
    sometimes: &[
        "ecc", "etc", "s.p.a", "s.r.l", "s.n.c", "s.a.s", "s.a", "soc", "coop", "inc", "corp", "ltd", "a.m", "p.m",
    ],
    units: &[],
    starters: &[
        "il", "lo", "la", "i", "gli", "le", "l", "un", "una", "uno", "in", "a", "al", "alla", "di", "del", "della",
        "da", "dal", "con", "per", "su", "se", "qualora", "ove", "quando", "tale", "tali", "questo", "questa", "ogni",
        "ciascuna", "ciascun", "tutti", "tutte", "nel", "nella", "non", "entro", "salvo", "inoltre", "resta",
        "restano",
    ],
    lettered: &["parte", "gruppo", "classe", "serie", "tipo", "fase", "livello", "allegato", "lotto"],
    figures: Figures::End,
};

static PORTUGUESE: Abbreviations = Abbreviations {
    language: Language::Portuguese,
    never: &[
        "art", "arts", "n", "nº", "n.º", "no", "núm", "pág", "págs", "p", "pp", "sr", "sra", "srs", "sras", "dr",
        "dra", "drs", "eng", "prof", "profª", "d", "ex", "p.ex", "cf", "cfr", "cap", "inc", "al", "fig", "vol", "tel",
        "av", "r", "v", "vs", "exmo", "exma", "ilmo", "ilma", "ref", "proc", "rel", "min", "máx", "mín", "aprox", "c",
        "cód", "séc", "apto", "bl", "jd", "st", "sta", "sto", "par", "i.e", "e.g",
    ],
    sometimes: &[
        "etc", "s.a", "s. a", "s/a", "ltda", "lda", "cia", "corp", "co", "ltd", "eireli", "e.p.e", "a.m", "p.m",
    ],
    units: &[],
    starters: &[
        "o", "a", "os", "as", "um", "uma", "em", "no", "na", "nos", "nas", "ao", "à", "de", "do", "da", "com", "por",
        "para", "se", "caso", "quando", "este", "esta", "estes", "estas", "esse", "essa", "tal", "tais", "cada",
        "qualquer", "todos", "todas", "após", "durante", "até", "não", "salvo", "sem", "sobre", "fica", "ficam",
        "além",
    ],
    lettered: &["parte", "grupo", "classe", "série", "tipo", "fase", "nível", "anexo", "lote"],
    figures: Figures::End,
};

static DUTCH: Abbreviations = Abbreviations {
    language: Language::Dutch,
    never: &[
        "art", "artt", "nr", "nrs", "no", "blz", "p", "pp", "dhr", "mevr", "mw", "mr", "dr", "ir", "ing", "drs",
        "prof", "bijv", "d.w.z", "dwz", "m.b.t", "m.a.w", "o.a", "t.a.v", "t.o.v", "i.v.m", "i.p.v", "incl", "excl",
        "ca", "cf", "vgl", "evt", "resp", "hfst", "par", "sub", "tel", "fig", "afb", "bijl", "max", "min", "mln",
        "mld", "st", "v", "vs", "z.g", "zgn", "n.v.t", "jl", "a.u.b", "o.g.v", "o.b.v",
    ],
    sometimes: &[
        "bv", "enz", "etc", "b.v", "n.v", "v.o.f", "e.d", "e.a", "s.a", "inc", "corp", "co", "ltd", "jr", "sr", "e.v",
    ],
    units: &[],
    starters: &[
        "de", "het", "een", "in", "op", "bij", "van", "voor", "met", "door", "aan", "als", "indien", "wanneer", "deze",
        "dit", "dat", "die", "er", "elke", "elk", "iedere", "alle", "geen", "na", "tot", "tijdens", "te", "om", "zij",
        "hij", "partijen", "onder", "over", "zonder", "behoudens", "tenzij", "daarnaast", "voorts",
    ],
    lettered: &["partij", "groep", "klasse", "serie", "type", "fase", "bijlage", "deel", "niveau"],
    figures: Figures::End,
};
