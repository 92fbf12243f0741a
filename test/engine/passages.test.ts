import { suite } from "uvu";
import * as assert from "uvu/assert";
import { STEP_MS } from "../../src/engine/hear/audio.ts";
import { reactionsIn } from "../../src/engine/hear/reactions.ts";
import { housekeepingIn } from "../../src/engine/pick/housekeeping.ts";
import { passageValueOf } from "../../src/engine/pick/passage-value.ts";
import { ratedSentences } from "../../src/engine/pick/passages.ts";
import { reactionNoted, refersBack, titleStrength } from "../../src/engine/pick/sentence-features.ts";
import { wordsIn } from "../../src/engine/transcript/read-transcript.ts";
import { sentencesOf } from "../../src/engine/transcript/sentences.ts";

const passages = suite("what is worth a clip");
const DULL = [
	"The boxes are stored on the lower shelf.",
	"The list is printed on paper.",
	"A cable leads to the second rack.",
	"The forms are kept in a drawer.",
	"The paint is delivered in tins.",
] as const;
const STEP = 5_000;

/** A transcript of one sentence every five seconds, rated; reactions as seconds from the start. */
function rated(texts: readonly string[], reactions: readonly number[] = []) {
	const time = (ms: number) => new Date(ms).toISOString().slice(11, 23).replace(".", ",");
	const srt = texts
		.map((text, at) => `${time(at * STEP)} --> ${time(at * STEP + 4_500)}\n${text}\n`)
		.join("\n");
	const words = wordsIn(srt, texts.length * STEP);
	return ratedSentences(
		{ words, sentences: sentencesOf(words) },
		reactions.map((begin) => ({ begin, end: begin + 2_000, kind: "laughter", strength: 1 })),
	);
}

const dull = (count: number) => Array.from({ length: count }, (_, at) => DULL[at % DULL.length] ?? "");
/** What ten dull sentences, these, and ten more are worth. */
const among = (texts: readonly string[], reactions: readonly number[] = []) =>
	rated([...dull(10), ...texts, ...dull(10)], reactions).slice(10, 10 + texts.length);

const WORTH: Readonly<Record<string, readonly string[]>> = {
	story: [
		"Three years ago my brother lost the shop.",
		"He said, I cannot pay you back.",
		"But I never asked him for it.",
	],
	claim: ["Nobody needs a faster horse.", "Everybody only wants to get home, and never to wait."],
	number: ["Only nine of a hundred people came back.", "That cost more than the whole building."],
	answer: ["Why does it fail?", "Because nobody ever tried it with their own hands."],
	refrain: [
		"Keep the lantern burning.",
		"There we learned to keep the lantern burning.",
		"So keep the lantern burning.",
	],
};
for (const [kind, texts] of Object.entries(WORTH))
	passages(`a ${kind} is worth more than what is around it, and says what it is`, () => {
		const found = among(texts);
		assert.ok(
			found.every(({ worth }) => worth > 0.1) && found.some((each) => each.kind === kind),
			JSON.stringify(found),
		);
	});

passages("a question nobody answers and a number that only counts pages are worth nothing", () => {
	const [asked] = among(["Who has the blue umbrella?", "Can you all hear me?"]);
	const [page] = among(["You find it on page 17."]);
	assert.ok((asked?.worth ?? 1) < 0.1 && (page?.worth ?? 1) < 0.1, JSON.stringify([asked, page]));
});

passages("what people laughed at is worth more, and so is what set it up; but not housekeeping", () => {
	const texts = ["The sign hung on the door.", "It was the wrong door."];
	const laughed = among(texts, [11 * STEP + 4_600]);
	const quiet = among(texts);
	assert.ok(laughed.every((each, at) => each.worth > (quiet[at]?.worth ?? 1) + 0.1));
	const [thanked] = among(["Thank you very much for your attention."], [10 * STEP + 4_600]);
	assert.equal([thanked?.housekeeping, thanked?.earned], [true, 0]);
});

passages("a clip is worth most when it holds all of a passage and nothing else", () => {
	const story = WORTH.story ?? [];
	const all = rated([...dull(10), ...story, ...dull(10)]);
	const from = (first: number, count: number) => {
		const { content, opening, payoff } = passageValueOf(
			{ begin: first * STEP, end: (first + count) * STEP - 300 },
			all,
		);
		return 52 * content + 10 * opening + 14 * payoff;
	};
	const whole = from(10, 3);
	for (const other of [from(9, 2), from(11, 2), from(10, 2), from(13, 3), from(4, 3)])
		assert.ok(whole > other, `${whole} ${other}`);
});

const HOUSEKEEPING = [
	"Is this microphone on?",
	"Can everybody hear me at the back?",
	"The slides will be online after the talk.",
	"Let us take a short break.",
	"Könnt ihr mich hören?",
	"Vielen Dank für die Aufmerksamkeit.",
	"Merci beaucoup d'être venus.",
	"Muchas gracias por su atención.",
];
const ANNOUNCED = [
	"The fire drill in this building is on Thursday.",
	"In an emergency the assembly point is the car park.",
	"Should the picture freeze, please reload the page.",
	"If your audio drops, dial back in with the number from the invitation.",
	"You are on mute, Peter.",
	"You for coming in today.",
	"Um drei ist Probealarm im Haus.",
	"Wenn der Ton bei euch ausfällt, wählt euch neu ein.",
];
const TALK = [
	"When the video came out, nobody watched it.",
	"When the call came, my mother did not tell me.",
	"You are breaking up with him, she said.",
	"You're frozen, and nobody comes.",
	"The square is the meeting point of two rivers.",
	"If the picture freezes, people leave within four seconds.",
	"When the screen goes dark, the pilot has one minute.",
	"Wenn der Ton ausfällt, bleibt der Saal still.",
	"The drill went through two metres of rock.",
	"If the sound of a name is soft, people trust it.",
	"The line dropped, and the client never tried again.",
	"He came back in the spring.",
	"The break in the bone healed within six weeks.",
	"Nobody could hear the river any more.",
	"We blamed you for coming late, and you were the first.",
	"She thanked him with a loaf of bread.",
	"Der Bruch der Achse war nicht zu sehen.",
	"Silence is a sound that we have to learn.",
	"What happens when the wifi is gone?",
	"They pause the machine every night.",
];
passages("housekeeping is told from talk about the same things", () => {
	assert.equal(HOUSEKEEPING.map(housekeepingIn), [1, 1, 1, 1, 1, 1, 1, 1]);
	assert.equal(
		ANNOUNCED.filter((text) => housekeepingIn(text) < 1),
		[],
	);
	assert.equal(
		TALK.filter((text) => housekeepingIn(text) >= 0.5),
		[],
	);
	assert.ok(housekeepingIn("Dementia is a goodbye that lasts ten years.") < 1);
});

const ASKED_OF_THE_ROOM = [
	"Could some of you come closer to the front?",
	"May we quickly see a show of hands from the gallery?",
	"Would everybody kindly step away from the heater?",
	"Shall we carry on?",
	"Would you all mind moving one row forward?",
	"Könntet ihr etwas zusammenrücken?",
	"Pourriez-vous fermer la fenêtre?",
	"Can somebody bring me another adapter before I go on?",
	"Could we dim the lights a little over there?",
	"Sorry, can I get new batteries for this?",
	"Can I have a wave from the gallery?",
	"Kann jemand bitte die Jalousien herunterlassen?",
];
const ASKED_BY_THE_TALK = [
	"Could we have known it would rain?",
	"Can you imagine a winter without bread?",
	"Would you trust a bridge that sings?",
	"Why would anybody mind a little rain?",
	"Can I tell you what the sailor whispered?",
	"Nobody told you to hear us as equals.",
	"Can you build a battery out of lemons and sand?",
];
passages("capital letters change nothing of what is said", () => {
	const said = [...HOUSEKEEPING, ...ANNOUNCED, ...TALK, ...ASKED_OF_THE_ROOM, ...ASKED_BY_THE_TALK];
	const capital = (text: string) => text.toUpperCase();
	assert.equal(said.map(capital).map(housekeepingIn), said.map(housekeepingIn));
	assert.equal(said.map(capital).map(refersBack), said.map(refersBack));
	const noted = ["[laughs]", "(Gelächter)", "[applause]", "(Beifall)", "[a door]", "laughs"];
	assert.equal(noted.map(capital).map(reactionNoted), noted.map(reactionNoted));
});

passages("what is asked of the room is likely housekeeping, and no title; what a talk asks is not", () => {
	assert.equal(
		ASKED_OF_THE_ROOM.filter((text) => housekeepingIn(text) < 0.5),
		[],
	);
	assert.equal(
		ASKED_BY_THE_TALK.filter((text) => housekeepingIn(text) >= 0.5),
		[],
	);
	const [asked = "", claim] = [ASKED_OF_THE_ROOM[0], "The river took the bridge in one night."];
	assert.ok(titleStrength(asked, 0) < titleStrength(claim, 3));
});

passages("housekeeping that was misheard is known by its words, beside other housekeeping", () => {
	const misheard = ["Wait minutes for people joining this session.", "Silent your phones in the way please."];
	const worth = (texts: readonly string[]) => among(texts).map((each) => each.worth);
	assert.equal(worth(misheard), [-1, -1]);
	assert.ok(worth([misheard[0] ?? "", "The list is printed on paper."]).every((each) => each > -1));
});

passages("housekeeping is known by its phrases with the commas that a recogniser guessed", () => {
	const heard = [
		"We will wait, two minutes for people who are on their way",
		"Thank you, all for, coming",
		"Is this microphone, on",
	];
	assert.equal(heard.map(housekeepingIn), [1, 1, 1]);
	const [parted = ""] = heard;
	assert.ok(titleStrength(parted, 0) < titleStrength("The river took the bridge in one night", 5));
	assert.is(housekeepingIn("Ask if anything is unclear"), 1);
	assert.ok(housekeepingIn("The chat is at the moment not watched by us") >= 0.5);
});

passages("polite applause at the end earns nothing, laughter does", () => {
	const clapped = (kind: "applause" | "laughter") => {
		const time = (ms: number) => new Date(ms).toISOString().slice(11, 23).replace(".", ",");
		const srt = [...dull(20), ...(WORTH.claim ?? [])]
			.map((text, at) => `${time(at * STEP)} --> ${time(at * STEP + 4_500)}\n${text}\n`)
			.join("\n");
		const words = wordsIn(srt, 22 * STEP);
		const reactions = [{ begin: 22 * STEP - 400, end: 22 * STEP + 2_000, kind, strength: 1 }];
		return ratedSentences({ words, sentences: sentencesOf(words) }, reactions).at(-1)?.earned ?? 0;
	};
	assert.ok(clapped("applause") <= 0.4 && clapped("laughter") > 0.9);
});

passages("a word that comes again makes a sentence worth more", () => {
	const [once, twice] = ["A narrow river is a road in a hurry.", "A narrow river is a river in a hurry."];
	assert.ok((among([twice])[0]?.worth ?? 0) > (among([once])[0]?.worth ?? 0) + 0.05);
});

passages("of two sentences without any sign the one that takes more words says more", () => {
	const brief = "The rack stands in the cellar behind the boiler.";
	const full =
		"The rack stands in the cellar behind the boiler, which is the one corner of the house where it stays dry in spring and cool in autumn.";
	assert.ok((among([full])[0]?.worth ?? 0) > (among([brief])[0]?.worth ?? 0) + 0.02);
});

passages("the sentence that sets up the rest belongs to a clip", () => {
	const texts = ["The boxes are there.", ...(WORTH.claim ?? [])];
	const [whole, rest] = [0, 1].map((from) =>
		passageValueOf(
			{ begin: (10 + from) * STEP, end: 13 * STEP },
			rated([...dull(10), ...texts, ...dull(10)]),
		),
	);
	assert.ok((whole?.content ?? 0) >= (rest?.content ?? 1));
});

passages("housekeeping is no title", () => {
	for (const text of HOUSEKEEPING) assert.ok(titleStrength(text, 0) < titleStrength(DULL[0], 3), text);
	const claim = titleStrength("The river took the bridge in one night", 0);
	for (const misheard of ["Sorry the sorry does not react", "I will this slide it is here for reference"])
		assert.ok(titleStrength(misheard, 0) < claim, misheard);
});

passages("a transcript of one phrase fifty thousand times holds nothing of interest", () => {
	const sentences = Array.from({ length: 50_000 }, (_, at) => ({
		begin: at * 10,
		end: at * 10 + 9,
		text: "keep the lantern burning",
		words: [],
	}));
	assert.ok(ratedSentences({ words: [], sentences }, []).every((each) => each.worth < 0.1));
});

passages("a sentence that says very much carries those beside it no further than one that says much", () => {
	const beside = (text: string) => among([DULL[0], text, DULL[1]]).map(({ worth }) => worth);
	const much = beside("Her father said that the gate was open in the evening.");
	const very = beside("Her father asked why nobody had opened the gate that night.");
	assert.ok((much[0] ?? 0) > 0.1);
	for (const at of [0, 1, 2])
		assert.ok(Math.abs((much[at] ?? 0) - (very[at] ?? 0)) < 0.001, `${much} ${very}`);
});

passages(
	"noise that is no voice is a reaction, unless the source is full of it or a voice is between",
	() => {
		const steps = 60 * (1000 / STEP_MS);
		const heard = (isNoise: (second: number) => boolean, voice = 0.1) => {
			const second = (at: number) => (at * STEP_MS) / 1000;
			return reactionsIn({
				levels: Array.from({ length: steps }, (_, at) => (at % 20 < 4 && !isNoise(second(at)) ? -60 : -20)),
				crossings: Array.from({ length: steps }, (_, at) => (isNoise(second(at)) ? 0.4 : 0.05)),
				voiced: Array.from({ length: steps }, (_, at) => (isNoise(second(at)) ? voice : 0.9)),
			});
		};
		const once = (second: number) => second >= 30 && second < 32;
		assert.equal(heard(once), [{ begin: 30_000, end: 32_000, kind: "applause", strength: 1 }]);
		assert.equal(heard(once, 0.5), [{ begin: 30_000, end: 32_000, kind: "laughter", strength: 1 }]);
		assert.equal(
			heard((second) => Math.floor(second) % 2 === 0),
			[],
		);
		assert.equal(
			heard((second) => second % 0.6 < 0.2),
			[],
		);
	},
);

passages.run();
