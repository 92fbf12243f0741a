const list = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Words after which a sentence must go on. */
export const NEVER_LAST = list(
	"a an the of to in on at by for with from into and or but so if because that than as my your his her its " +
		"our their this these those very is are was were be been am will would can could should must i we they " +
		"he she who which when while where what how not don't i'm you're we're they're it's that's there's",
);

/** Words that carry a sentence on after a breath. */
export const CONTINUERS = list(
	"and or of to in on at by for with from into than that which who whom whose because as while until " +
		"unless though although if nor yet",
);

/** Words that often begin a sentence. */
export const SENTENCE_STARTERS = list(
	"i we you they he she it this that there but so and now then well because when if what why how my our the",
);

/** Words that turn to something else. */
export const TOPIC_SHIFTS = list("so but now then well");

/** Words that begin a clause, and often a sentence. */
export const CLAUSE_STARTERS = list("i we you they he she it this there here");

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

/** Whether words are asked rather than told, by how they begin. */
export function isQuestion(words: readonly string[]): boolean {
	const plain = words.map((word) => word.replace(/,$/, ""));
	const from = LEAD_INS.has(plain[0] ?? "") ? 1 : 0;
	const [first = "", second = "", third = ""] = plain.slice(from);
	if (/^(?:what|who|where|how|why|when)'s$/.test(first)) return true;
	if (QUESTION_WORDS.has(first))
		return AUXILIARY.has(second) || MEASURE.has(second) || (first === "which" && AUXILIARY.has(third));
	return AUXILIARY.has(first) && SUBJECT.has(second);
}
