import schema from "../../schemas/campaign.schema.json" with { type: "json" };
import { errorText } from "../../src/api/error-text.ts";
import { friendlyWord } from "../../src/campaign/friendly-values.ts";
import { loadCampaigns } from "../../src/campaign/load.ts";
import { lengthOf } from "../../src/compose/lengths.ts";
import { ratedSentences } from "../../src/engine/pick/passages.ts";
import { wordsIn } from "../../src/engine/transcript/read-transcript.ts";
import { plan } from "../../src/plan/plan.ts";
import { absorb, EMPTY, workingCopy } from "../../src/state/snapshot/fold.ts";
import { spokenInJson } from "../../src/transcripts/json.ts";
import { renderDiff } from "../../src/views/text-diff.ts";
import { formatYaml } from "../../src/yaml/format.ts";
import { postedEntries } from "../builders/entries.ts";
import { campaign, clip, post, settledVideo, snapshot, TALK, world } from "../builders/world.ts";
import { withFiles } from "../campaign/files.ts";

/**
 * Four times as much may take twice the time that is in proportion; what grows with the square
 * takes sixteen times.
 */
const MOST = 8;
const ROUNDS = 3;

/** Prepares work of a size; what is timed is only the work. */
type Prepare = (size: number) => () => unknown;

const many = (count: number, make: (index: number) => string) =>
	Array.from({ length: count }, (_, n) => make(n));
const WORK: Readonly<Record<string, readonly [small: number, prepare: Prepare]>> = {
	"plan of N clips": [
		2_000,
		(size) => {
			const clips = Array.from({ length: size }, (_, idx) => clip(idx));
			const given = world({
				campaigns: [campaign({ posts: [post({ clips: {} })] })],
				state: snapshot({ [TALK]: settledVideo(clips) }),
			});
			return () => plan(given);
		},
	],
	"a journal of N posts": [
		5_000,
		(size) => {
			const entries = Array.from({ length: size }, (_, index) => postedEntries(`op-${index}`, index)).flat();
			return () => {
				const state = workingCopy(EMPTY);
				for (const entry of entries) absorb(state, entry);
			};
		},
	],
	"a campaign of N posts, read": [
		500,
		(size) => {
			const posts = many(size, (n) => `  p${n}:\n    from: talk\n    to: { x: { title: t } }\n`);
			const text = `campaign: c\nvideos: { talk: { source: talk.mp4 } }\naccounts: { x: { platform: twitter, username: a } }\nposts:\n${posts.join("")}`;
			return () =>
				withFiles({ "a.campaign.yaml": text, "talk.mp4": "video" }, (cwd) =>
					loadCampaigns([], { cwd, signal: new AbortController().signal }),
				);
		},
	],
	"a campaign of N posts, formatted": [
		1_000,
		(size) => {
			const text = `posts:\n${many(size, (n) => `  p${n}:\n    to: [x] # ${n}\n    from: talk\n`).join("")}`;
			return () => formatYaml(text, schema, friendlyWord);
		},
	],
	"texts of N lines with nothing in common": [
		5_000,
		(size) => {
			const text = (word: string) => many(size, (n) => `${word} ${n}`).join("\n");
			const [before, after] = [text("a"), text("b")];
			return () => renderDiff("a.yaml", { before, after }, { colour: false });
		},
	],
	"a transcript of one phrase N times": [
		12_000,
		(size) => {
			const sentences = Array.from({ length: size }, (_, at) => ({
				...{ begin: at * 10, end: at * 10 + 9, text: "keep the lantern burning", words: [] },
			}));
			return () => ratedSentences({ words: [], sentences }, []);
		},
	],
	"N tags that never close": [
		50_000,
		(size) => {
			const text = `00:00:01,000 --> 00:00:04,000\n${"<".repeat(size)}${"{\\".repeat(size)}\n`;
			return () => wordsIn(text, 3_600_000);
		},
	],
	"a post of N links that touch": [
		50_000,
		(size) => {
			const texts = ["a.", "acme.com/", "https://", "acme.com/(", "x.zz", "com."].map((part) =>
				part.repeat(size / 8),
			);
			return () => texts.map((text) => lengthOf(text, "weighted"));
		},
	],
	"an answer of N broken tags": [
		250_000,
		(size) => {
			const bodies = ["<script", "<", "http://", "://", '{"a":'].map((piece) =>
				piece.repeat(size / piece.length),
			);
			return () => bodies.map((body) => errorText(body, "key"));
		},
	],
	"JSON of N brackets": [100_000, (size) => () => spokenInJson(`{"words":${"[".repeat(size)}`)],
};

/**
 * Prints how the cost of large and hostile inputs grows, in CPU time of this process: a ratio, on
 * any machine.
 */
export async function benchGrowth(): Promise<void> {
	console.log("\nGrowth of CPU time when there is four times as much (in proportion: 4 x)");
	for (const [name, [size, prepare]] of Object.entries(WORK)) {
		const small = await best(prepare(size));
		const large = await best(prepare(4 * size));
		const ratio = large / Math.max(small, 1);
		const numbers = `${small.toFixed(0).padStart(6)} ms${large.toFixed(0).padStart(7)} ms${ratio.toFixed(1).padStart(6)} x`;
		console.log(`${numbers}  ${name} (N = ${size})${ratio > MOST ? "  GROWS TOO FAST" : ""}`);
		if (ratio > MOST) process.exitCode = 1;
	}
}

async function best(work: () => unknown): Promise<number> {
	const times: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		const { user, system } = process.cpuUsage();
		await work();
		const after = process.cpuUsage({ user, system });
		times.push((after.user + after.system) / 1_000);
	}
	return Math.min(...times);
}
