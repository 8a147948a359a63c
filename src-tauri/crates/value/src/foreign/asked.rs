//! Which kind of value a question in another language asks for, by its words. In doubt it asks for none.

use super::agreement::LazyRegex;
use crate::ValueKind::{self, Amount, Date, Duration, Law, Parties, Percentage};
use pincite_language::Language::{
    self, Arabic, Chinese, Dutch, French, German, Hebrew, Hindi, Italian, Japanese, Korean, Portuguese, Russian,
    Spanish,
};

/// Questions of a language, and the kind of value that they ask for.
struct Asking {
    language: Language,
    wanted: ValueKind,
    asks: LazyRegex,
}

const fn asking(language: Language, wanted: ValueKind, asks: &'static str) -> Asking {
    Asking { language, wanted, asks: LazyRegex::new(asks) }
}

/// The first that fits counts: "wie viel Prozent" before "wie viel".
static ASKING: [Asking; 62] = [
    asking(German, Law, r"(?i)\bwelche[sm]? recht\b|\banwendbare[sn]? recht|\bgeltendes recht|\brechtswahl\b"),
    asking(
        German,
        Parties,
        r"(?i)^(?:vertrags)?parteien\??$|\bwer sind die (?:vertrags)?(?:parteien|partner)|\bzwischen wem\b",
    ),
    asking(
        German,
        Percentage,
        r"(?i)\bwie ?viele? prozent|\bwelche[rn]? (?:prozentsatz|anteil|zinssatz)|\b(?:zinssatz|prozentsatz)\b|\bwie hoch (?:ist|sind) (?:der|die) (?:\w+ )?(?:anteil|verzugszins\w*|zinsen)\b",
    ),
    asking(
        German,
        Date,
        r"(?i)^(?:und )?(?:ab |bis |seit )?wann\b|\ban welchem tag|\b(?:zu|an) welchem (?:datum|zeitpunkt|termin)|\bwelches datum|^(?:\w+ ){0,2}\w*datum\??$",
    ),
    asking(
        German,
        Duration,
        r"(?i)\bwie lange?\b|\bwie ?viel zeit|\bwie viele (?:\w+ )?(?:tage|wochen|monate|jahre)|\bwelche[rn]? (?:\w+ )?(?:frist|laufzeit|dauer|\w+frist|zeitraum)\b|\w+frist\b|^(?:laufzeit|dauer|frist|\w+dauer)\??$|\bverlängert (?:\w+ )?sich\b",
    ),
    asking(
        German,
        Amount,
        r"(?i)\bwie ?viel\b|\bwie (?:hoch|teuer)\b|\bwas kostet\b|\bwelche[rnm]? (?:\w+ )?(?:betrag|preis|summe|höhe)\b|^(?:\w+ )?\w*(?:miete|kaution|preis|vergütung|entgelt|gebühr)\??$",
    ),
    asking(Spanish, Law, r"(?i)\bqué (?:ley|legislación|derecho)\b|\b(?:ley|legislación|derecho) aplicable"),
    asking(Spanish, Parties, r"(?i)\bquiénes son las partes|^¿?(?:las )?partes(?: contratantes)?\??$|\bentre quién"),
    asking(
        Spanish,
        Percentage,
        r"(?i)\bqué porcentaje|\bcuál es el (?:porcentaje|interés)|\btipo de interés|\bcu[áa]nto por ciento",
    ),
    asking(
        Spanish,
        Date,
        r"(?i)^¿?(?:y )?(?:desde |hasta |a partir de )?cu[áa]ndo\b|\bqué (?:día|fecha)\b|\bcuál es la fecha|^¿?fecha\b",
    ),
    asking(
        Spanish,
        Duration,
        r"(?i)\bcu[áa]nto (?:tiempo|dura)\b|\bcu[áa]nt[oa]s (?:\w+ )?(?:días|semanas|meses|años)|\bqué (?:plazo|duración|per[ií]odo|preaviso)|\bcuál es (?:el|la) (?:\w+ ){0,2}(?:plazo|duración|preaviso|per[ií]odo|vigencia)|^¿?(?:plazo|duración|vigencia|preaviso)\b",
    ),
    asking(
        Spanish,
        Amount,
        r"(?i)\bcu[áa]nto\b|\bcu[áa]nt[oa]s (?:euros|dólares|pesos)|\bqué (?:importe|precio|cantidad|suma|monto)|\bcuál es (?:el|la) (?:\w+ ){0,2}(?:renta|precio|importe|fianza|canon|monto|tarifa|salario|indemnización|coste|costo)\b",
    ),
    asking(French, Law, r"(?i)\bquel(?:le)? (?:est )?(?:le |la )?(?:droit|loi)\b|\b(?:droit|loi) applicable"),
    asking(French, Parties, r"(?i)\bqui sont les parties|^(?:les )?parties\s?\??$|\bentre qui\b"),
    asking(French, Percentage, r"(?i)\bquel (?:est le )?(?:pourcentage|taux)|\btaux d['’]intérêt|\bquelle part\b"),
    asking(
        French,
        Date,
        r"(?i)^(?:et )?(?:depuis |jusqu['’]à |à partir de )?quand\b|\bquel jour|\bquelle (?:est la )?date|^date\b|\bquand\s*\?$",
    ),
    asking(
        French,
        Duration,
        r"(?i)\bcombien de (?:temps|jours|semaines|mois|années|ans)|\bquel(?:le)? (?:est (?:le|la) )?(?:\w+ )?(?:délai|durée|préavis|période)|\bcombien (?:\w+ )?dure|^(?:durée|délai|préavis)\b",
    ),
    asking(
        French,
        Amount,
        r"(?i)\bcombien\b|\bquel (?:est le )?(?:\w+ )?(?:montant|prix|loyer|coût|salaire)|\bquelle (?:est la )?(?:\w+ )?(?:somme|redevance|indemnité|pénalité|caution)",
    ),
    asking(Italian, Percentage, r"(?i)\b(?:quale|che) percentuale|\btasso d['’]interesse"),
    asking(Italian, Date, r"(?i)^(?:e )?(?:da |fino a )?quando\b|\b(?:quale|che) (?:data|giorno)|\bqual è la data"),
    asking(
        Italian,
        Duration,
        r"(?i)\bquanto (?:tempo|dura)|\bquant[ie] (?:giorni|settimane|mesi|anni)|\b(?:quale|qual è (?:il|la)) (?:termine|durata|preavviso)",
    ),
    asking(Italian, Amount, r"(?i)\bquanto\b|\b(?:quale|qual è (?:il|la|l['’])) ?(?:importo|prezzo|canone|somma)"),
    asking(Portuguese, Percentage, r"(?i)\bque (?:percentagem|porcentagem|percentual)|\btaxa de juros?"),
    asking(
        Portuguese,
        Date,
        r"(?i)^(?:e )?(?:desde |até |a partir de )?quando\b|\b(?:qual|que|em que) (?:é a )?(?:data|dia)",
    ),
    asking(
        Portuguese,
        Duration,
        r"(?i)\bquanto tempo|\bquant[oa]s (?:dias|semanas|meses|anos)|\bqual (?:é )?(?:o|a) (?:prazo|duração|período)",
    ),
    asking(Portuguese, Amount, r"(?i)\bquanto\b|\bqual (?:é )?o (?:valor|preço|montante)|\bqual (?:é )?a renda"),
    asking(Dutch, Percentage, r"(?i)\bwelk percentage|\bhoeveel procent|\brentepercentage"),
    asking(Dutch, Date, r"(?i)^(?:en )?(?:vanaf |tot |sinds )?wanneer\b|\b(?:op )?welke (?:datum|dag)"),
    asking(
        Dutch,
        Duration,
        r"(?i)\bhoe ?lang\b|\bhoeveel (?:dagen|weken|maanden|jaren?|tijd)|\bwelke (?:\w*termijn|duur|looptijd)|\bopzegtermijn",
    ),
    asking(Dutch, Amount, r"(?i)\bhoeveel\b|\bhoe hoog\b|\bwelk bedrag|\bwelke prijs|\bwat kost"),
    asking(Russian, Percentage, r"(?i)\bсколько процентов|\bкакой процент|\bкакова (?:процентная )?ставка"),
    asking(Russian, Date, r"(?i)^(?:и |до |с )?когда\b|\bс какого (?:числа|дня)|\bкакова дата|\bкакого числа"),
    asking(
        Russian,
        Duration,
        r"(?i)\bсколько (?:дней|недель|месяцев|лет|времени)|\bкак(?:ой|ов) срок|\bна какой срок|\bза какой срок|\bкак долго",
    ),
    asking(
        Russian,
        Amount,
        r"(?i)\bсколько (?:стоит|рублей|составляет)|\bкак(?:ова|ая|ой|ов) (?:\S+ )?(?:сумма|цена|плата|размер|стоимость)",
    ),
    asking(Arabic, Percentage, r"كم (?:هي )?(?:ال)?نسبة|ما (?:هي )?(?:ال)?نسبة"),
    asking(Arabic, Date, r"^(?:و)?متى|في أي (?:تاريخ|يوم)|ما (?:هو )?تاريخ"),
    asking(Arabic, Duration, r"ما (?:هي )?(?:ال)?(?:مدة|مهلة)|كم (?:يوم|شهر|سنة|عام|أسبوع|المدة|مدة)"),
    asking(Arabic, Amount, r"كم (?:يبلغ|تبلغ|مبلغ|قيمة|الإيجار|ثمن|سعر)|ما (?:هو |هي )?(?:مبلغ|قيمة|مقدار|بدل|ثمن|سعر)"),
    asking(Hebrew, Percentage, r"כמה אחוזים|מה (?:ה)?(?:שיעור|אחוז)"),
    asking(Hebrew, Date, r"^(?:ו)?(?:מ|עד )?מתי|באיזה (?:תאריך|יום)|מה(?:ו)? (?:ה)?תאריך"),
    asking(Hebrew, Duration, r"כמה (?:זמן|ימים|שבועות|חודשים|שנים)|מה(?:י)? (?:ה)?תקופ|מה(?:ו)? (?:ה)?משך"),
    asking(Hebrew, Amount, r"כמה (?:עולה|כסף|שקלים|תשלם|ישלם)|מה(?:ו|י)? (?:ה)?(?:סכום|מחיר|תמורה|דמי)"),
    asking(Hindi, Percentage, r"कितन[ेाी] प्रतिशत"),
    asking(Hindi, Duration, r"कितने (?:दिन|सप्ताह|माह|महीने|वर्ष|साल|समय)|कितनी अवधि|अवधि (?:क्या|कितनी)"),
    asking(Hindi, Date, r"कब|किस (?:तारीख|दिन|तिथि)"),
    asking(Hindi, Amount, r"कितना|कितनी राशि|कितने रुपये"),
    asking(Chinese, Law, r"适用.{0,6}法律|哪国法律|什么法律"),
    asking(Chinese, Percentage, r"百分之(?:几|多少)|多少比例|比例(?:是|为)多少|多少%"),
    asking(Chinese, Duration, r"多久|多长|几(?:天|日内|个月|年)|多少(?:天|日|个月|年)|期限"),
    asking(Chinese, Date, r"何时|什么时候|哪一?天|几号|什么日期|何日|日期是"),
    asking(Chinese, Amount, r"多少|金额|几元"),
    asking(Japanese, Law, r"準拠法|どの国の法"),
    asking(Japanese, Percentage, r"何(?:パーセント|％|%)|割合は"),
    asking(
        Japanese,
        Duration,
        r"何(?:日|週|か月|ヶ月|カ月|年)(?:間|前|以内)|どの(?:くらい|ぐらい)の期間|期間は|いつまで.{0,4}続|どれくらい",
    ),
    asking(Japanese, Date, r"いつ|何月何日|何日|期日は"),
    asking(Japanese, Amount, r"いくら|金額|何円"),
    asking(Korean, Law, r"준거법|어느 나라 법"),
    asking(Korean, Percentage, r"몇 ?(?:퍼센트|%)|비율"),
    asking(
        Korean,
        Duration,
        r"얼마 ?동안|얼마나 (?:오래|걸)|몇 ?(?:일|주|개월|달|년)(?: ?(?:간|전|이내|동안)|\b)|기간은|기간이",
    ),
    asking(Korean, Date, r"언제|며칠|날짜"),
    asking(Korean, Amount, r"얼마|금액|몇 ?원"),
    asking(Arabic, Law, r"القانون (?:الواجب التطبيق|المطبق)|أي قانون"),
];

/// The kind of value that a question in this language asks for.
pub(crate) fn asked_kind(question: &str, language: Language) -> Option<ValueKind> {
    let question = question.trim();
    let mut fitting = ASKING.iter().filter(|one| one.language == language && one.asks.is_match(question));
    fitting.next().map(|one| one.wanted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asked_kind_in;

    #[test]
    fn a_question_asks_for_a_kind_of_value() {
        for (language, question, kind) in [
            (German, "Wann beginnt das Mietverhältnis?", Date),
            (German, "Ab wann gilt der Vertrag?", Date),
            (German, "Vertragsdatum", Date),
            (German, "Wie lange läuft der Vertrag?", Duration),
            (German, "Welche Kündigungsfrist gilt?", Duration),
            (German, "Wie lang ist die Frist?", Duration),
            (German, "Innerhalb von wie vielen Tagen? Wie viele Tage?", Duration),
            (German, "Wie hoch ist die Miete?", Amount),
            (German, "Wieviel kostet die Wartung?", Amount),
            (German, "Kaution", Amount),
            (German, "Wie viel Prozent Zinsen fallen an?", Percentage),
            (German, "Welches Recht gilt?", Law),
            (German, "Wer sind die Vertragsparteien?", Parties),
            (Spanish, "¿Cuándo empieza el contrato?", Date),
            (Spanish, "¿En qué fecha se firmó?", Date),
            (Spanish, "¿Cuánto tiempo dura el contrato?", Duration),
            (Spanish, "¿Qué plazo de preaviso hay?", Duration),
            (Spanish, "¿Cuál es la duración del contrato?", Duration),
            (Spanish, "¿Cuánto es la renta mensual?", Amount),
            (Spanish, "¿Cuál es el importe de la fianza?", Amount),
            (Spanish, "¿Qué porcentaje sube la renta?", Percentage),
            (French, "Quand le contrat prend-il effet ?", Date),
            (French, "À quelle date le contrat est-il signé ?", Date),
            (French, "Combien de temps dure le contrat ?", Duration),
            (French, "Quel est le délai de préavis ?", Duration),
            (French, "Quel délai de paiement ?", Duration),
            (French, "Combien coûte l’entretien ?", Amount),
            (French, "Quel est le montant de la redevance ?", Amount),
            (French, "Quel taux d’intérêt s’applique ?", Percentage),
            (Italian, "Quanto tempo dura?", Duration),
            (Portuguese, "Quando começa o contrato?", Date),
            (Dutch, "Hoeveel bedraagt de huur?", Amount),
            (Russian, "Какова арендная плата?", Amount),
            (Russian, "На какой срок заключён договор?", Duration),
            (Arabic, "متى يبدأ العقد؟", Date),
            (Hebrew, "כמה זמן נמשך ההסכם?", Duration),
            (Hindi, "किराया कितना है?", Amount),
            (Chinese, "租赁期限多长？", Duration),
            (Chinese, "月租金是多少？", Amount),
            (Japanese, "契約はいつ始まりますか", Date),
            (Korean, "용역대금은 얼마입니까?", Amount),
        ] {
            assert_eq!(asked_kind_in(question, &[language]), Some(kind), "{question}");
            assert_eq!(asked_kind_in(question, &[Language::English, language]), Some(kind), "{question}");
        }
    }

    #[test]
    fn other_questions_ask_for_a_sentence() {
        for (language, question) in [
            (German, "Darf der Mieter untervermieten?"),
            (German, "Was passiert, wenn er nicht zahlt?"),
            (German, "Wie viele Stellplätze gibt es?"),
            (Spanish, "¿Puede la arrendataria ceder el contrato?"),
            (Spanish, "¿Quién paga las reparaciones?"),
            (French, "Qui paie les réparations ?"),
            (French, "Que se passe-t-il en cas de retard ?"),
            (Chinese, "乙方可以转租吗？"),
        ] {
            assert_eq!(asked_kind_in(question, &[language]), None, "{question}");
        }
        assert_eq!(asked_kind_in("Wie lange läuft der Vertrag?", &[]), None, "German was not named");
    }

    #[test]
    fn each_pattern_is_one() {
        assert!(ASKING.iter().all(|one| one.asks.is_pattern()));
    }
}
