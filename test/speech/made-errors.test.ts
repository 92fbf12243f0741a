import { suite } from "uvu";
import * as assert from "uvu/assert";
import { chanceOf } from "../bench/made/chance.ts";
import { wrongWords } from "../bench/made/ears.ts";
import { recognisedWords } from "../bench/made/modes.ts";
import { plantedTalk } from "../bench/made/planted-talk.ts";
import { measured, TIMED_VOICES, timesOf } from "../bench/made/quick.ts";
import { readTalks } from "../bench/made/talk-files.ts";
import { aligned, plainWords } from "../models/real/align.ts";

const TALKS = 14;

async function talks() {
	const { talks, decoys } = await readTalks("tuning");
	return Promise.all(
		Array.from({ length: TALKS }, async (_, at) => {
			const talk = talks[at % talks.length];
			assert.ok(talk);
			const made = await plantedTalk({ talk, decoys }, at, { voices: TIMED_VOICES, render: timesOf });
			return { made, recognised: recognisedWords(made, { chance: chanceOf(at), sound: measured(made, at) }) };
		}),
	);
}

const errors = suite("made-up errors of a recogniser");

errors("are as many as on real footage", async () => {
	const rates = (await talks()).map(({ made, recognised }) => {
		const { wrong, of } = wrongWords(made, recognised);
		return wrong / of;
	});
	const mean = rates.reduce((sum, rate) => sum + rate, 0) / TALKS;
	assert.ok(mean > 0.2 && mean < 0.3, `${mean}`);
	assert.ok(Math.min(...rates) < 0.2 && Math.max(...rates) > 0.28, rates.join(" "));
});

errors("stand side by side, and are in doubt, as those of the recogniser do and are", async () => {
	const runs: number[] = [];
	const doubts = { right: [0, 0], wrong: [0, 0] };
	for (const { made, recognised } of await talks()) {
		const truth = made.timeline.sentences.flat().flatMap(({ text }) => plainWords(text));
		const { same } = aligned(
			truth,
			recognised.map(({ text }) => plainWords(text)[0] ?? ""),
		);
		const right = new Set(same.map(({ heard }) => heard));
		recognised.forEach(({ unsure }, at) => {
			const count = doubts[right.has(at) ? "right" : "wrong"];
			count[0] = (count[0] ?? 0) + Number(unsure === true);
			count[1] = (count[1] ?? 0) + 1;
		});
		runs.push(...runsIn(recognised.map((_, at) => !right.has(at))));
	}
	const share = ([some = 0, all = 0]: readonly number[]) => some / all;
	assert.ok(Math.abs(share(doubts.right) - 0.32) < 0.04, `${share(doubts.right)}`);
	assert.ok(Math.abs(share(doubts.wrong) - 0.91) < 0.04, `${share(doubts.wrong)}`);
	const length = runs.reduce((sum, run) => sum + run, 0) / runs.length;
	assert.ok(length > 1.5 && length < 2.3, `${length}`);
});

/** How long each run of what is true is. */
function runsIn(all: readonly boolean[]): readonly number[] {
	const runs: number[] = [];
	all.forEach((each, at) => {
		if (!each) return;
		if (at > 0 && all[at - 1]) runs.push((runs.pop() ?? 0) + 1);
		else runs.push(1);
	});
	return runs;
}

errors.run();
