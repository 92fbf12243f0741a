const list = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Words after which a sentence must go on. */
export const NEVER_LAST = list(
	"a an the of to in on at by for with from into and or but so if because that than as my your his her its " +
		"our their this these those very is are was were be been am will would can could should must i we they " +
		"he she who which when while where what how not says don't i'm you're we're they're it's that's there's",
);

/** Words that turn to something else. */
export const TOPIC_SHIFTS = list("so but now then well");

/** Names that are always written with a capital; none that is also another word. */
export const PROPER_NAMES = list(
	`monday tuesday wednesday thursday friday saturday sunday january february april june july august
	september october november december christmas easter america american americans africa african europe
	european asia asian australia australian canada canadian mexico mexican brazil china chinese japan
	japanese india indian russia russian ukraine england english britain british scotland scottish ireland
	irish france french germany german italy italian spain spanish israel egypt iraq iran london paris
	berlin rome moscow tokyo beijing chicago boston texas california florida york washington hollywood
	broadway google facebook youtube twitter instagram microsoft linkedin netflix internet jesus christ god
	bible shakespeare einstein obama clinton trump john james robert michael william david richard joseph
	thomas charles christopher daniel matthew anthony andrew joshua kevin brian george edward mary patricia
	jennifer elizabeth barbara susan jessica sarah karen nancy margaret lisa sandra ashley emily michelle
	amanda melissa`,
);

const LEAD_INS = list("so and but well now okay then or");
const QUESTION_WORDS = list("what why how who where when which whose");
const AUXILIARY = list(
	"is are was were am do does did can could will would should has have had may might isn't aren't wasn't " +
		"weren't don't doesn't didn't can't couldn't won't wouldn't shouldn't haven't hasn't",
);
const SUBJECT = list(
	"i you we they he she it this that these those there anyone anybody someone somebody everybody everyone your my our",
);
const MEASURE = list("many much long often far old big fast about come kind time if else");

/** Behind these, and whom they are said to, a question is told word by word. */
const ASKING = list(
	"ask asks asked asking say says said saying think thinking thought wonder wonders wondered wondering typed " +
		"writes wrote shouted told answered replied",
);
const ASKED = list("me you us him her them myself yourself straight both");
const PRONOUNS = list("i you we they he she it");
const ONE = "he she it this that there anyone anybody someone somebody everybody everyone your my our";
const MANY = "we you they these those there your my our";
/** Verbs that say by their form who does something. */
const FORMS = [
	{ verbs: list("am"), subjects: list("i") },
	{ verbs: list("is does has"), subjects: list(ONE) },
	{ verbs: list("was"), subjects: list(`i ${ONE}`) },
	{ verbs: list("are were"), subjects: list(MANY) },
	{ verbs: list("do have"), subjects: list(`i ${MANY}`) },
];
/** Whom a question is put to, or about, where it stands behind a word that was misheard. */
const ASKED_OF = list("i you we they he she anyone anybody someone somebody everybody everyone");
/** As often begins what is told. */
const NEVER_ASKED = list("when where who which whose");
const WONDERING = list("ask asks asked asking thinking wonder wondering wondered");
const ASKING_ME = list("ask asks asked asking");
const NOT_ASKED = list("to for about if whether that");
const LEAST_ASKED = 3;
const LEAST_LEAD = 2;
const MOST_ASKED = 14;

/**
 * Whether words are asked rather than told: by how they begin, or by a question that is told at their end
 * ("people ask me, when should we rewrite it").
 */
export function isQuestion(words: readonly string[]): boolean {
	const plain = words.map((word) => word.replace(/,$/, ""));
	if (beginsQuestion(plain.slice(LEAD_INS.has(plain[0] ?? "") ? 1 : 0)) || isAnnounced(plain)) return true;
	return plain.some((_, at) => at >= LEAST_LEAD && isTurned(plain, at) && endsAsked(plain, at));
}

/** Whether words begin as only questions do; one of them may be misheard. */
function beginsQuestion([first = "", second = "", third = ""]: readonly string[]): boolean {
	if (/^(?:what|who|where|how|why|when)'s$/.test(first)) return true;
	if (QUESTION_WORDS.has(first))
		return (
			AUXILIARY.has(second) ||
			MEASURE.has(second) ||
			(AUXILIARY.has(third) && !SUBJECT.has(second) && !NEVER_ASKED.has(first))
		);
	return (
		isInverted(first, second) || (isInverted(first, third) && ASKED_OF.has(third) && !NEVER_LAST.has(second))
	);
}

/** Whether a verb stands before who does it: "is it", but not "is I", which is a word misheard. */
function isInverted(verb: string, subject: string): boolean {
	if (!AUXILIARY.has(verb) || !SUBJECT.has(subject)) return false;
	const form = FORMS.find(({ verbs }) => verbs.has(verb.replace(/n't$/, "")));
	return form === undefined || form.subjects.has(subject);
}

/** Whether somebody says that others ask something ("people ask me"), or are thinking what happens. */
function isAnnounced(words: readonly string[]): boolean {
	return words.some((word, at) => {
		const [next = "", then = "", last = ""] = words.slice(at + 1);
		if (!WONDERING.has(word)) return false;
		if (QUESTION_WORDS.has(next))
			return !SUBJECT.has(then) && !["the", "a", "an"].includes(then) && words.length - at > LEAST_ASKED;
		return (
			ASKING_ME.has(word) &&
			["me", "us"].includes(next) &&
			!NOT_ASKED.has(then) &&
			!(QUESTION_WORDS.has(then) && SUBJECT.has(last)) &&
			words.length - at > LEAST_ASKED
		);
	});
}

/** The verb stands before who does it, as in questions only. */
function isTurned(words: readonly string[], at: number): boolean {
	const [first = "", second = "", third = "", fourth = ""] = words.slice(at);
	if (QUESTION_WORDS.has(first))
		return MEASURE.has(second)
			? AUXILIARY.has(third) && PRONOUNS.has(fourth)
			: AUXILIARY.has(second) && PRONOUNS.has(third);
	return isInverted(first, second);
}

/** Whether somebody asks what is said from there to the end, and nobody answers in the same breath. */
function endsAsked(words: readonly string[], at: number): boolean {
	const before = words.slice(0, at);
	if (LEAD_INS.has(before.at(-1) ?? "")) before.pop();
	while (ASKED.has(before.at(-1) ?? "")) before.pop();
	const rest = words.slice(at);
	return (
		(ASKING.has(before.at(-1) ?? "") || QUESTION_WORDS.has(rest[0] ?? "")) &&
		rest.length <= MOST_ASKED &&
		!rest.some((word) => ASKING.has(word))
	);
}
