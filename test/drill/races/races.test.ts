import pLimit from "p-limit";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { randomFrom } from "../random.ts";
import { brokenIn, race } from "./race.ts";
import { copyOf, startInProcess, withTemplate } from "./racer.ts";

const races = suite("a cancel and an update racing the due minute");
const ROUNDS = 20;
const AT_ONCE = 4;

races(
	"leave a post delivered or cancelled, never both, never neither, also when the service dies",
	async () => {
		const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);
		const random = randomFrom(seed);
		const met = new Set<string>();
		const limit = pLimit(AT_ONCE);
		await withTemplate(async (template) => {
			const round = async () => {
				const racer = await startInProcess(await copyOf(template), 0);
				const raced = await race(racer, { project: template.project, random, kills: "sometimes" });
				assert.equal(raced.flatMap(brokenIn), [], `seed ${seed}`);
				for (const { task, later } of raced)
					met.add(`${task.status}${task.scheduled_at === later ? " later" : ""}`);
			};
			await Promise.all(Array.from({ length: ROUNDS }, () => limit(round)));
		});
		assert.equal([...met].sort(), ["CANCELLED", "DONE", "DONE later"], `seed ${seed}`);
	},
);

races.run();
