"""Short wordings of the 41 clause categories, as people type them. All were written by hand, for training contracts only.

Each list mixes kinds: yes or no, who, when, how much, keywords, and the lay words of a client. The last three wordings of a
list are held out: no network reads them in training. The weights that training starts from never read them either.
"""

import json
from pathlib import Path

HELD_OUT = 3
MORE, TOPICS = (json.loads((Path(__file__).parent / name).read_text()) for name in ("clauses.json", "topics.json"))

WORDINGS = {
    "Document Name": [
        "title of the agreement", "what is this contract called", "type of contract", "what sort of agreement did we sign",
        "name of this document", "is this a licence, a supply or a service agreement", "heading on the first page",
        "document title", "what am I looking at here", "which kind of deal does this paper record",
    ],
    "Parties": [
        "parties to the agreement", "who signed this contract", "between whom is this agreement made",
        "names of the companies involved", "who is the other side", "which entities entered into the agreement",
        "contracting parties and their roles",
        "who made this deal with whom", "legal names of buyer and seller", "signatories",
    ],
    "Agreement Date": [
        "date of signature", "when was this contract signed", "contract date", "dated as of", "on which day was the deal made",
        "when did the parties enter into this agreement", "execution date",
        "how old is this contract", "day, month and year at the top of the agreement", "signing date",
    ],
    "Effective Date": [
        "effective date", "from when is the contract binding", "when does the agreement start", "commencement date",
        "from what day do the obligations run", "start of the term", "when did it become effective",
        "since when are we bound", "as of which date does it apply", "day on which the contract begins",
    ],
    "Expiration Date": [
        "when does this contract end", "expiration of the term", "how long does the agreement last", "end date of the agreement",
        "initial term length", "until when are we tied to this deal", "for how many years was it concluded",
        "on what day does it run out", "term of the contract in years", "is there a fixed end or does it go on for ever",
    ],
    "Renewal Term": [
        "renewal terms", "extension of the term", "automatic renewal", "how is the contract extended",
        "is it prolonged unless somebody gives notice", "for how long is it renewed", "option to extend for another period",
        "does the deal roll over by itself", "length of each renewal period", "successive one-year terms",
    ],
    "Notice Period To Terminate Renewal": [
        "notice of non-renewal", "how many days before the end must we give notice",
        "deadline to cancel before it is extended", "non-renewal notice period", "when must a party say it does not want to renew",
        "how early do we have to tell them that we will not continue", "written notice not to extend the term",
        "last day to stop the contract from rolling over", "how long ahead must non-renewal be announced", "opt out of extension",
    ],
    "Governing Law": [
        "governing law", "which law governs this contract", "what state law applies", "choice of law",
        "applicable law and jurisdiction", "under the laws of which country is it interpreted", "whose rules decide a dispute",
        "is it New York law or another one", "law of the contract", "which legal system are we under",
    ],
    "Most Favored Nation": [
        "most favored nation", "best price guarantee", "terms no worse than other customers", "price parity",
        "must they pass on better terms given to others", "most favoured customer clause", "does anyone get a lower price than us",
        "if a competitor pays less, do we pay less too", "MFN", "promise that nobody else is treated better",
    ],
    "Competitive Restriction Exception": [
        "exceptions to the non-compete clause", "what is carved out of exclusivity", "permitted competing activity",
        "exclusions from the restriction", "what may a party still do despite the exclusivity",
        "carve-outs from the restrictive covenant", "which customers or products are excepted from the ban",
        "loopholes in the ban on competition", "when does the exclusivity not apply", "allowed in spite of the restriction",
    ],
    "Non-Compete": [
        "non-compete", "restriction on competing", "may a party compete", "covenant not to compete",
        "ban on working with competitors", "are there fields or regions we must stay out of", "selling rival products",
        "can we start a similar business", "how long must a party not compete", "restraint of trade",
    ],
    "Exclusivity": [
        "exclusive rights", "is the deal exclusive", "exclusive dealing obligation", "exclusivity commitment",
        "exclusive distributor or supplier", "must we buy everything from them", "may they sell to others as well",
        "sole source", "are we free to work with someone else in the same territory", "who has exclusivity and for what",
    ],
    "No-Solicit Of Customers": [
        "non-solicitation of customers", "may a party approach the other's clients", "diverting customers", "soliciting clients",
        "poaching customers after the contract ends", "are our clients protected from being lured away",
        "promise not to contact the other side's accounts",
        "can they steal our clients", "ban on approaching business partners", "how long may they not court our customers",
    ],
    "No-Solicit Of Employees": [
        "non-solicitation of employees", "hiring the other side's staff", "no poaching of personnel",
        "may a party recruit employees", "no-hire clause", "for how long may nobody employ the other's workers",
        "offering a job to the other company's people",
        "may they lure away our engineers", "employee non-solicit", "can I take on someone who works for them",
    ],
    "Non-Disparagement": [
        "non-disparagement", "no negative statements", "harm to reputation of the other party", "disparaging remarks",
        "may we criticise the other company in public", "derogatory comments", "duty not to damage the brand's good name",
        "are bad words about each other forbidden", "bringing the other party into disrepute", "can I post a bad review of them",
    ],
    "Termination For Convenience": [
        "can a party terminate without cause", "termination for convenience", "ending the contract early without reason",
        "terminate on notice at any time", "early termination right", "how do we get out of this before the term is over",
        "who may cancel simply by giving notice",
        "may I quit whenever I like", "how many days' notice to end the contract for no reason", "at will cancellation",
    ],
    "Rofr/Rofo/Rofn": [
        "right of first refusal", "first offer rights", "right of first negotiation", "ROFR",
        "must something be offered to the other party first", "option to match a third party's offer",
        "priority when shares or rights are sold",
        "are we first in line if they sell", "pre-emptive right to buy", "last look before a sale to somebody else",
    ],
    "Change Of Control": [
        "change of control", "what if the company is acquired", "merger or sale consequences", "rights when ownership changes",
        "termination on acquisition", "does a takeover need consent", "sale of all or substantially all assets",
        "the other company was bought, can we leave", "new majority shareholder", "notice of a merger",
    ],
    "Anti-Assignment": [
        "is consent needed to assign the contract", "restrictions on assignment", "transfer of rights to a third party",
        "assignment clause", "may a party transfer its rights without approval", "assignment without prior written consent",
        "delegating duties to someone else",
        "can they hand this contract to another company", "who must agree before it is passed on", "successors and assigns",
    ],
    "Revenue/Profit Sharing": [
        "revenue share", "how is profit split", "commission or royalty on sales", "sharing of revenues between the parties",
        "percentage of net revenue payable", "what cut does each side get", "royalty rate",
        "how much of the income do we have to hand over", "share of advertising revenue", "who gets what part of the earnings",
    ],
    "Price Restrictions": [
        "price increases", "limits on changing prices", "may prices be raised by the supplier", "price cap",
        "by how much can the fees go up each year", "fixed prices during the term", "adjustment of prices and inflation",
        "are we protected against higher prices", "maximum yearly rise of the charges", "price lock",
    ],
    "Minimum Commitment": [
        "minimum purchase quantity", "is there a minimum order", "minimum commitment amounts", "guaranteed minimum quantity",
        "least amount that must be bought", "minimum annual payment", "how many units have to be ordered every year",
        "what do we have to take at the very least", "guaranteed minimum royalty", "take or pay",
    ],
    "Volume Restriction": [
        "usage limits", "volume limit", "extra fees above a threshold", "maximum quantity allowed", "cap on number of units",
        "what if we use more than agreed", "overage charges",
        "how many users or copies are permitted", "surcharge once a limit is exceeded", "upper limit on orders",
    ],
    "Ip Ownership Assignment": [
        "who owns the intellectual property", "assignment of IP", "ownership of work product",
        "do inventions belong to the client", "IP created under the agreement", "work made for hire",
        "does the developer transfer its rights in the results",
        "whose property is what they build for us", "title to improvements", "hereby assigns all right, title and interest",
    ],
    "Joint Ip Ownership": [
        "jointly owned IP", "joint ownership of inventions", "shared intellectual property", "co-owned developments",
        "do both companies own the patents together", "jointly developed technology", "equal undivided interest",
        "do we share the rights in what we make together", "common ownership of results", "joint patents",
    ],
    "License Grant": [
        "what licenses are granted", "license grant", "who gets a license to use the software or marks",
        "rights licensed under the agreement", "scope of the license", "permission to use trademarks",
        "non-exclusive right to use and sell",
        "what are we allowed to use of theirs", "may we put their logo on our products", "hereby grants",
    ],
    "Non-Transferable License": [
        "non-transferable license", "may the licensee transfer the license", "limits on transferring the license",
        "license cannot be assigned", "is sublicensing forbidden", "license personal to the licensee",
        "without the right to sublicense",
        "can we pass the usage rights on to somebody else", "no transfer of licensed rights", "may I sell my licence on",
    ],
    "Affiliate License-Licensor": [
        "license by affiliates of the licensor", "licensor and its affiliates grant", "does the group of the licensor license its patents",
        "intellectual property owned by the licensor's affiliates", "do subsidiaries of the owner give rights too",
        "licensed rights controlled by an affiliate", "parent company's IP included in the license",
        "are rights of the licensor's sister companies covered", "grant on behalf of itself and its affiliates",
        "technology held by group companies of the owner",
    ],
    "Affiliate License-Licensee": [
        "license extends to affiliates", "may the licensee's group companies use it", "licensee and its affiliates",
        "right to sublicense to affiliates", "use by subsidiaries of the customer", "are affiliates of the licensee licensed",
        "sublicense to an affiliated company",
        "may our daughter companies work with it", "group-wide use of the licensed rights", "does the licence cover our subsidiaries",
    ],
    "Unlimited/All-You-Can-Eat-License": [
        "unlimited usage license", "enterprise-wide license", "unrestricted number of users", "unlimited copies",
        "license without a limit on users or sites", "all you can eat", "use as much as we want for a flat fee",
        "can everybody in the company use it", "no cap on installations", "unlimited right to use",
    ],
    "Irrevocable Or Perpetual License": [
        "perpetual license", "irrevocable license", "license that cannot be revoked", "does the license last forever",
        "can the license be taken back", "rights that survive the end of the contract for ever", "fully paid-up, perpetual",
        "do we keep the usage rights for good", "licence without an end date", "royalty-free irrevocable right",
    ],
    "Source Code Escrow": [
        "source code escrow", "release of source code", "escrow agent", "code deposit", "escrow agreement for software",
        "do we get the program code if they go bankrupt", "when is the deposited code handed out",
        "what becomes of the software if the vendor folds", "third party that keeps the source code", "release conditions",
    ],
    "Post-Termination Services": [
        "duties after termination", "what happens after the contract ends", "wind-down obligations",
        "transition period after expiry", "sell-off of inventory after termination", "return of materials on termination",
        "effect of termination",
        "what do we still owe each other once it is over", "help with moving to another provider", "obligations that survive the end",
    ],
    "Audit Rights": [
        "right to inspect books and records", "audit rights", "can one party audit the other", "records inspection",
        "who may examine the accounts", "how often may an auditor come", "inspection of the premises",
        "may we check whether the royalties are right", "access to their accounting", "independent accountant",
    ],
    "Uncapped Liability": [
        "unlimited liability", "exceptions to the liability limit", "carve-outs from the liability cap",
        "for what is liability not limited", "does the cap apply to fraud or breach of confidence",
        "the limitation shall not apply to", "where must they pay without a ceiling",
        "for which breaches is there no maximum", "full liability for indemnities", "when do they have to pay everything",
    ],
    "Cap On Liability": [
        "liability cap", "maximum amount of damages", "is liability limited", "limitation of liability",
        "no consequential damages", "aggregate liability shall not exceed", "within what time must claims be brought",
        "what is the most they would have to pay us", "ceiling on compensation", "how much can we be sued for",
    ],
    "Liquidated Damages": [
        "liquidated damages", "fee for early termination", "penalty for breach", "fixed damages amount", "termination fee",
        "how much must be paid for delay", "agreed sum if the contract is broken",
        "what does it cost us to leave early", "break-up fee", "contractual penalty per day",
    ],
    "Warranty Duration": [
        "warranty period", "length of product warranty", "warranty against defects duration",
        "for how many months are defects repaired free of charge", "guarantee period for the software", "when does the warranty end",
        "warranted for a period of",
        "until when can I complain about faults", "months of guarantee on the goods", "how long do they stand behind the product",
    ],
    "Insurance": [
        "insurance requirements", "what insurance must be carried", "required coverage",
        "policy of insurance naming the other party", "insurance", "how much cover must the supplier have",
        "certificate of insurance and additional insured",
        "do they have to be insured for our benefit", "general liability policy limits", "who pays for the insurance cover",
    ],
    "Covenant Not To Sue": [
        "covenant not to sue", "agreement not to challenge ownership", "may a party contest the trademarks",
        "no contest of intellectual property", "waiver of claims against the other party", "release of all claims",
        "shall not dispute the validity of the patents",
        "did we give up the right to go to court", "attack on the other's trademark registration", "no lawsuits against each other",
    ],
    "Third Party Beneficiary": [
        "third party beneficiaries", "can anyone else enforce the contract", "rights of non-parties",
        "beneficiaries who did not sign", "may an affiliate or a customer rely on this agreement", "intended third-party beneficiary",
        "does an outsider have rights under this deal",
        "can someone who is not a party sue", "enforceable by persons other than the parties", "who else profits from the clauses",
    ],
}


def trained(category):
    """Wordings of a clause or a topic that training reads."""
    return TOPICS[category]["wordings"] if category in TOPICS else WORDINGS[category][:-HELD_OUT] + MORE[category]


def held_out(category):
    return WORDINGS[category][-HELD_OUT:]
