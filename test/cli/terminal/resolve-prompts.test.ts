import { suite } from "uvu";
import * as assert from "uvu/assert";
import { walkThrough } from "../../../src/cli/terminal/resolve-prompts.ts";
import { StopFault } from "../../../src/model/fault.ts";
import type { Operation } from "../../../src/model/snapshot.ts";
import { addressOf, clip, operation, postRequest, request, TALK } from "../../builders/world.ts";

const POST = operation({
	id: "op-1",
	kind: "publish",
	address: addressOf(clip(0)),
	wanted: postRequest(clip(0)),
});
const VIDEO = operation({ id: "op-2", kind: "submit", address: TALK, wanted: request() });

/** Goes through both with these answers; what was settled, what was said, how many stay unknown. */
async function walked(
	answers: readonly string[],
	{ refuse = 0, of = [POST, VIDEO] }: { readonly refuse?: number; readonly of?: readonly Operation[] } = {},
) {
	const left = [...answers];
	const settled: string[] = [];
	let [said, refusals] = ["", refuse];
	const unknown = await walkThrough(of, {
		ask: async (question) => {
			said += question;
			return left.shift();
		},
		tell: (text) => {
			said += text;
		},
		settle: async ({ id }, word) => {
			if (refusals-- > 0)
				throw new StopFault("It may still be executed.", { remedy: "--not-posted is accepted from 10:14." });
			settled.push(`${id} ${Object.values(word).join(" ")}`);
		},
		ink: { colour: false, width: 100, zones: {}, zone: "UTC" },
	});
	return { settled, unknown, said, left };
}

const CASES: Record<string, [answers: readonly string[], settled: readonly string[], unknown: number]> = {
	"numbers and words both count": [["2", "not executed"], ["op-1 posted", "op-2 not-posted"], 0],
	"an id is asked for where there is one": [
		["1", "p-7", "executed", "t-9"],
		["op-1 posted p-7", "op-2 posted t-9"],
		0,
	],
	"an id that is none does nothing and asks again": [["1", " ", "4", "5"], ["op-1 abandoned"], 1],
	"what was given up and what was skipped": [["abandon", "skip"], ["op-1 abandoned"], 1],
	"no answer at all acts on nothing": [[], [], 2],
	"an empty answer, or another word, is asked again": [["", "yes", "posted!", "q"], [], 2],
	"q stops in the middle": [["posted, id unknown", "q"], ["op-1 posted"], 1],
};

const walking = suite("going through unknown outcomes");

for (const [title, [answers, settled, unknown]] of Object.entries(CASES))
	walking(title, async () => {
		const walk = await walked(answers);
		assert.equal([walk.settled, walk.unknown], [settled, unknown]);
	});

walking("a task is never taken without its id", async () => {
	const { said } = await walked(["q"], { of: [VIDEO] });
	assert.not.match(said, "id unknown");
	assert.match(said, "1 executed, 2 not executed, 3 abandon, 4 skip (q to stop):");
});

walking("a word that cannot be taken yet says why, and something else may be said", async () => {
	const { settled, said } = await walked(["3", "4", "q"], { refuse: 1 });
	assert.match(said, "It may still be executed. --not-posted is accepted from 10:14.\n");
	assert.equal(settled, ["op-1 abandoned"]);
});

walking("shows what was sent, when, what came back and where to look, without raw escapes", async () => {
	const evil: Operation = {
		...POST,
		kind: "publish",
		evidence: { error: "\u001b[2Jreset", httpStatus: 200 },
		wanted: postRequest(clip(0), { body: { title: "\u202eevil" } }),
	};
	const { said } = await walked([], { of: [evil] });
	assert.match(said, '1 of 1: k.post.shorts["talk@0-40000"].tube\n');
	assert.match(said, "sent 2026-11-21 12:00 UTC: \\u001b[2Jreset\n");
	assert.match(said, "answered with status 200: very likely executed\n");
	assert.match(said, 'a post "\\u202eevil" to youtube Acme, to go out at once\n');
	assert.match(said, "Check youtube and the service's calendar around the time it was sent.");
	assert.match(
		said,
		"not there: showrun resolve op-1 --not-posted   (from 2026-11-21T12:42:02Z on; then it is sent again)",
	);
});

walking.run();
