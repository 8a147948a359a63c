//! The words of languages in other scripts.

use super::table::{Around, CHAPTER, CLAUSE, ClauseWords, Frame, Marks, PART, cited, part};
use pincite_language::Language;

pub(super) const WORDS: &[&ClauseWords] = &[&RUSSIAN, &ARABIC, &HEBREW, &HINDI, &CHINESE, &JAPANESE, &KOREAN];

static RUSSIAN: ClauseWords = ClauseWords {
    language: Language::Russian,
    names: &[
        cited("статья", CLAUSE, "ст."),
        cited("пункт", CLAUSE, "п."),
        cited("раздел", CHAPTER, "разд."),
        part("глава", CHAPTER),
        part("часть", PART),
        part("приложение", PART),
    ],
    frames: &[],
    ordinals: &[],
    alone: &[],
    decimal: Around::new("п. ", ""),
    marks: Marks {
        bracketed: Around::new(", п. ", ""),
        plain: Around::new(", п. ", ""),
        letter: Around::new(", подп. «", "»"),
        roman: Around::new(", (", ")"),
        ..Marks::in_brackets()
    },
    references: &["гк", "апк", "нк", "тк", "гпк", "ук"],
    counted: &[
        "января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября", "ноября",
        "декабря",
    ],
    units: &["млн", "млрд", "тыс", "руб", "рублей", "процентов"],
    titles: "",
    conjunctions: &[" и", " или", " и/или", " либо"],
    closings: &["Подписи сторон", "ПОДПИСИ СТОРОН", "Реквизиты и подписи"],
    alphabet: "абвгдежзиклмнопрстуфхцчшщэюя",
};

static ARABIC: ClauseWords = ClauseWords {
    language: Language::Arabic,
    names: &[
        cited("المادة", CLAUSE, "المادة"),
        cited("مادة", CLAUSE, "المادة"),
        cited("البند", CLAUSE, "البند"),
        cited("بند", CLAUSE, "البند"),
        cited("الفقرة", CLAUSE, "الفقرة"),
        part("الفصل", CHAPTER),
        part("القسم", CHAPTER),
        part("الباب", PART),
        part("الجزء", PART),
        part("الملحق", PART),
        part("ملحق", PART),
        part("المرفق", PART),
    ],
    frames: &[],
    ordinals: &[
        "الأولى", "الاولى", "الثانية", "الثالثة", "الرابعة", "الخامسة", "السادسة", "السابعة", "الثامنة", "التاسعة",
        "العاشرة", "الحادية", "عشرة", "العشرون", "والعشرون", "الثلاثون", "والثلاثون", "الأول", "الاول", "الثاني", "الثالث",
        "الرابع", "الخامس", "السادس", "السابع", "الثامن", "التاسع", "العاشر", "الحادي", "عشر", "الأخيرة", "التمهيدي",
        "التمهيدية",
    ],
    alone: &[],
    decimal: Around::new("البند ", ""),
    marks: Marks {
        bracketed: Around::new(" (", ")"),
        plain: Around::new(" (", ")"),
        letter: Around::new(" (", ")"),
        ..Marks::in_brackets()
    },
    references: &["من", "و", "أعلاه", "أدناه", "المذكورة", "المشار", "الفقرة"],
    counted: &[
        "يناير", "فبراير", "مارس", "أبريل", "إبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر",
        "ديسمبر", "كانون", "شباط", "آذار", "نيسان", "أيار", "حزيران", "تموز", "آب", "أيلول", "تشرين",
    ],
    units: &["مليون", "مليار", "ألف", "درهم", "ريال", "دينار"],
    titles: "",
    conjunctions: &[" و", " أو"],
    closings: &["وإثباتًا لما تقدم", "وإثباتا لما تقدم", "حُرر في", "حرر في", "وقع الطرفان"],
    alphabet: "أبجدهوزحطيكلمن",
};

static HEBREW: ClauseWords = ClauseWords {
    language: Language::Hebrew,
    names: &[
        cited("סעיף", CLAUSE, "סעיף"),
        part("פרק", CHAPTER),
        part("חלק", PART),
        part("נספח", PART),
        part("תוספת", PART),
    ],
    frames: &[],
    ordinals: &["ראשון", "שני", "שלישי", "רביעי", "חמישי", "ראשונה", "שנייה", "שלישית"],
    alone: &[],
    decimal: Around::new("סעיף ", ""),
    marks: Marks::in_brackets(),
    references: &["לעיל", "להלן", "לחוק", "לפקודה", "להסכם", "לחוזה", "של", "או", "ו"],
    counted: &[
        "בינואר", "בפברואר", "במרץ", "באפריל", "במאי", "ביוני", "ביולי", "באוגוסט", "בספטמבר", "באוקטובר", "בנובמבר",
        "בדצמבר",
    ],
    units: &[],
    titles: "",
    conjunctions: &[" או", " וגם", " ו/או"],
    closings: &["ולראיה באו", "נחתם ב"],
    alphabet: "אבגדהוזחטיכלמנ",
};

static HINDI: ClauseWords = ClauseWords {
    language: Language::Hindi,
    names: &[
        cited("अनुच्छेद", CLAUSE, "अनुच्छेद"),
        cited("धारा", CLAUSE, "धारा"),
        cited("खंड", CLAUSE, "खंड"),
        cited("खण्ड", CLAUSE, "खण्ड"),
        part("अध्याय", CHAPTER),
        part("भाग", PART),
        part("अनुसूची", PART),
        part("परिशिष्ट", PART),
        part("अनुलग्नक", PART),
    ],
    frames: &[],
    ordinals: &[],
    alone: &[],
    decimal: Around::new("खंड ", ""),
    marks: Marks::in_brackets(),
    references: &["के", "की", "का", "में", "और", "या", "से", "तथा"],
    counted: &[
        "जनवरी",
        "फरवरी",
        "फ़रवरी",
        "मार्च",
        "अप्रैल",
        "मई",
        "जून",
        "जुलाई",
        "अगस्त",
        "सितंबर",
        "सितम्बर",
        "अक्टूबर",
        "अक्तूबर",
        "नवंबर",
        "नवम्बर",
        "दिसंबर",
        "दिसम्बर",
    ],
    units: &["लाख", "करोड़", "रुपये", "प्रतिशत"],
    titles: "",
    conjunctions: &[" और", " या", " तथा"],
    closings: &["इसके साक्ष्य में"],
    alphabet: "कखगघङचछजझञ",
};

/// "第五条", and the parts around clauses.
const fn framed(after: &'static str, rank: u8) -> Frame {
    Frame { before: "第", after, rank, is_cited: rank == CLAUSE }
}

const fn korean(after: &'static str, rank: u8) -> Frame {
    Frame { before: "제", after, rank, is_cited: rank == CLAUSE }
}

static CHINESE: ClauseWords = ClauseWords {
    language: Language::Chinese,
    names: &[part("附件", PART), part("附录", PART), part("附錄", PART), part("附表", PART), part("附則", PART)],
    frames: &[
        framed("条", CLAUSE),
        framed("條", CLAUSE),
        framed("章", CHAPTER),
        framed("节", CHAPTER),
        framed("節", CHAPTER),
        framed("编", PART),
        framed("編", PART),
        framed("部分", PART),
    ],
    ordinals: &[],
    alone: &[],
    decimal: Around::new("第", "条"),
    marks: Marks {
        bracketed: Around::new("第（", "）项"),
        plain: Around::new("第", "项"),
        circled: Around::new("第", "项"),
        letter: Around::new("第（", "）项"),
        numeral: Around::new("第（", "）项"),
        ..Marks::in_brackets()
    },
    references: &[
        "的", "规定", "規定", "约定", "約定", "所", "、", "，", "。", "；", "之", "项", "款", "和第", "及第", "与第",
        "或第", "至第", "到第", "以下", "以上", "中规定", "中约定", "中所", "中的",
    ],
    counted: &["年", "月", "日", "天", "个", "個", "周", "名", "人", "号"],
    units: &["万", "萬", "亿", "億", "元", "平方", "米", "％"],
    titles: "",
    conjunctions: &["和", "或", "或者", "以及"],
    closings: &["本合同一式", "以兹证明", "（以下无正文", "(以下无正文"],
    alphabet: "",
};

static JAPANESE: ClauseWords = ClauseWords {
    language: Language::Japanese,
    names: &[part("別紙", PART), part("別表", PART), part("付録", PART), part("添付", PART), part("附則", PART)],
    frames: &[
        framed("条", CLAUSE),
        framed("章", CHAPTER),
        framed("節", CHAPTER),
        framed("編", PART),
        framed("部", PART),
    ],
    ordinals: &[],
    alone: &[],
    decimal: Around::new("第", "条"),
    marks: Marks {
        bracketed: Around::new("第", "号"),
        plain: Around::new("第", "項"),
        circled: Around::new("第", "項"),
        letter: Around::new("", ""),
        numeral: Around::new("第", "号"),
        ..Marks::in_brackets()
    },
    references: &["、", "，", "。", "及び", "並びに", "又は", "若しくは", "各", "前", "乃至", "以下"],
    counted: &["年", "月", "日", "か月", "ヶ月", "カ月", "週", "名", "人", "個", "回"],
    units: &["万", "億", "円", "％"],
    titles: "",
    conjunctions: &["及び", "又は", "または", "および", "並びに"],
    closings: &["以上、本契約", "本契約の成立を証", "本契約締結の証"],
    alphabet: "イロハニホヘトチリヌ",
};

static KOREAN: ClauseWords = ClauseWords {
    language: Language::Korean,
    names: &[
        part("별지", PART),
        part("별첨", PART),
        part("별표", PART),
        part("첨부", PART),
        part("부속서", PART),
        part("부칙", PART),
    ],
    frames: &[korean("조", CLAUSE), korean("장", CHAPTER), korean("절", CHAPTER), korean("편", PART)],
    ordinals: &[],
    alone: &[],
    decimal: Around::new("제", "조"),
    marks: Marks {
        bracketed: Around::new(" 제", "호"),
        plain: Around::new(" 제", "호"),
        circled: Around::new(" 제", "항"),
        letter: Around::new(" ", "목"),
        ..Marks::in_brackets()
    },
    references: &["및", "또는", "내지", ",", "·"],
    counted: &["년", "월", "일", "개월", "주일", "명", "회"],
    units: &["원", "만원", "만 원", "억", "퍼센트"],
    titles: "",
    conjunctions: &[" 및", " 또는"],
    closings: &["이 계약을 증명하기", "본 계약을 증명하기", "위 계약을 증명하기", "이상의 계약을"],
    alphabet: "가나다라마바사아자차카타파하",
};
