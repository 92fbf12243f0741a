import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withJudge } from "../drill/judge.ts";
import { type World, withWorld } from "./world.ts";

const refusals = suite("what the service refused");

/** Runs a plain apply that must send nothing of a kind, and say why. */
async function quiet(world: World, folder: string, kind: "submit" | "publish"): Promise<void> {
	const before = await world.came(kind);
	const { code, out, err } = await world.apply(folder);
	assert.is((await world.came(kind)) - before, 0, out + err);
	assert.is.not(code, 0);
	assert.match(out, /the service refused exactly this before \(.*rehearsal/s);
	assert.match(out, /showrun apply --retry '/);
}

refusals("a submit is sent again after an edit or a word, and never by a plain run", () =>
	withJudge((judge) =>
		withWorld(judge, async (world) => {
			await world.faults(...[1, 2].map((nth) => ({ kind: "submit", nth, fault: "refuse" }) as const));
			const folder = world.workspace("a");
			await world.apply(folder);
			assert.is(await world.came("submit"), 1);
			await quiet(world, folder, "submit");
			const status = await world.run(folder, ["status"]);
			assert.match(status.out, "the service refused exactly this before");
			assert.is((await world.run(folder, ["plan", "--detailed-exitcode"])).code, 2);
			await world.run(folder, ["apply", ".", "--auto-approve", "--retry", "talk.video.talk"]);
			assert.is(await world.came("submit"), 2);
			await quiet(world, folder, "submit");
			world.edit(folder, { source: "https://videos.example.com/other.mp4" });
			const { code, out, err } = await world.apply(folder);
			assert.is(code, 0, out + err);
			assert.equal(
				[await world.came("submit"), world.executed("submit"), world.executed("publish")],
				[3, 1, 1],
			);
		}),
	),
);

refusals(
	"a post is sent again by a word, with another key or by another account, and never by a plain run",
	() =>
		withJudge((judge) =>
			withWorld(judge, async (world) => {
				await world.faults(...[1, 2, 3].map((nth) => ({ kind: "publish", nth, fault: "refuse" }) as const));
				const folder = world.workspace("a");
				await world.apply(folder);
				await quiet(world, folder, "publish");
				const other = { env: { SHOWRUN_API_KEY: "another-key" } };
				const rotated = await world.run(folder, ["apply", ".", "--auto-approve"], other);
				assert.is(await world.came("publish"), 2, rotated.out + rotated.err);
				const plan = await world.run(folder, ["plan", "--retry", "*", "--out", "p.json"], other);
				assert.match(plan.out, "publish: chosen by the post");
				const saved = await world.run(folder, ["apply", "p.json"], other);
				assert.is(await world.came("publish"), 3, saved.out + saved.err);
				const last = await world.run(folder, ["apply", ".", "--auto-approve"], other);
				assert.is(await world.came("publish"), 3, last.out + last.err);
				const { code, out, err } = await world.run(
					folder,
					["apply", ".", "--auto-approve", "--retry", "talk.post.shorts"],
					other,
				);
				assert.is(code, 0, out + err);
				assert.equal([await world.came("publish"), world.executed("publish")], [4, 1]);
			}),
		),
);

refusals("a word about something that was not refused is refused itself", () =>
	withJudge((judge) =>
		withWorld(judge, async (world) => {
			const { code, err } = await world.run(world.workspace("a"), ["plan", "--retry", "talk.video.talk"]);
			assert.is(code, 1);
			assert.match(err, "--retry names `talk.video.talk`, which the service did not refuse");
		}),
	),
);
refusals.run();
