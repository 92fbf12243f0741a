import { once } from "node:events";
import { readdir, readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MediaFault } from "../../src/engine/io/engine-fault.ts";
import type { FoundClip } from "../../src/engine/port.ts";
import { StopFault } from "../../src/model/fault.ts";
import { rendersAtOnce } from "../../src/service/jobs/concurrency.ts";
import type { WirePublishTask } from "../../src/wire/messages.gen.ts";
import { accountOn, exported, results, submit, until, type World, withWorld } from "./world.ts";

const renders = suite("rendered clips are kept");

/** How many renders it takes to export the same once more, with an engine that is changed in between. */
async function rendersAgain(world: World, changed: object): Promise<number> {
	await exported(world);
	const before = world.engine.rendered.length;
	await world.restart({ engine: { ...world.engine, ...changed } });
	await exported(world);
	return world.engine.rendered.length - before;
}

const hooked =
	(text: string) =>
	async ({ clip }: { readonly clip: FoundClip }) => ({
		clip: { ...clip, hook: { text, tone: "calm" } },
		notes: [],
	});

const cases: Record<string, [changed: object, renders: number]> = {
	"the same by the same is rendered once": [{}, 0],
	"another build, ffmpeg or model renders anew": [{ identity: async () => "another" }, 3],
	"another title, which is nowhere in the picture, is the same clip": [
		{
			word: async ({ clip }: { readonly clip: FoundClip }) => ({
				clip: { ...clip, title: "New" },
				notes: [],
			}),
		},
		0,
	],
};
for (const [title, [changed, expected]] of Object.entries(cases)) {
	renders(title, () =>
		withWorld({}, async (world) => assert.is(await rendersAgain(world, changed), expected)),
	);
}

renders("another hook text renders anew, and the same one does not", () =>
	withWorld({}, async (world) => {
		const more = { enable_ai_hook: true, ai_hook_script_style: "calm" };
		const counts: number[] = [];
		for (const text of ["Wait.", "Wait.", "Stop."]) {
			await world.restart({ engine: { ...world.engine, rewrite: hooked(text) } });
			await exported(world, more);
			counts.push(world.engine.rendered.length);
		}
		assert.equal(counts, [3, 3, 6]);
	}),
);

renders(
	"letters are those of the language the source is said to be in: captions in another one render anew, pictures without do not",
	() =>
		withWorld({}, async (world) => {
			const counts: number[] = [];
			for (const more of [
				{ enable_caption: true },
				{ enable_caption: true, source_lang: "ja" },
				{ enable_caption: false },
				{ enable_caption: false, source_lang: "ja" },
			]) {
				await exported(world, more);
				counts.push(world.engine.rendered.length);
			}
			assert.equal(counts, [3, 6, 9, 9]);
			assert.is(world.engine.rendered.at(5)?.language, "ja");
		}),
);

async function publish(world: World, project_id: string): Promise<string> {
	const publish_configs = { [await accountOn(world, "youtube")]: { title: "T" } };
	const { body } = await world.call("POST", "/api/v2/social-media/publish", {
		body: { project_id, idx: 1, publish_configs },
	});
	const { task_id } = body.data as WirePublishTask;
	const read = async () =>
		(await world.call("GET", `/api/v2/social-media/publish/${task_id}`)).body.data as WirePublishTask;
	assert.is((await until(read, ({ status }) => status === "DONE" || status === "ERROR")).status, "DONE");
	return readFile(join(world.options.outbox, `youtube/Acme/${task_id}/video.mp4`), "utf8");
}

renders(
	"a post is the very file that was rendered with its task, also after an upgrade; where that is gone it is made again",
	() =>
		withWorld({}, async (world) => {
			const project_id = await exported(world);
			await world.restart({ engine: { ...world.engine, identity: async () => "another" } });
			assert.is(await publish(world, project_id), "video 480p 30000-45000 of a talk");
			assert.is(world.engine.rendered.length, 3);
			const folder = join(world.options.data, "renders");
			for (const name of (await readdir(folder)).filter((each) => each.endsWith(".mp4")))
				await rm(join(folder, name));
			await publish(world, project_id);
			assert.is(world.engine.rendered.length, 4);
		}),
);

renders("as many clips are rendered at once as the machine has room for, and recorded by rank", () =>
	withWorld({ rendersAtOnce: 2 }, async (world) => {
		const { begun, mostAtOnce, finish } = holdRenders(world);
		const id = await submit(world, { enable_export: true });
		// By clip, not by order: which two begin first is up to the disk.
		const [better = -1, worse = -1] = (await begun(2)).toSorted();
		finish(worse);
		const third = (await begun(3)).at(-1) ?? -1;
		assert.is((await results(world, id)).clips.length, 0, "one is done, and a better one is not");
		finish(better);
		finish(third);
		const { clips } = await until(
			() => results(world, id),
			({ status }) => status === "SUCCEEDED",
		);
		assert.equal(
			clips.map(({ idx }) => idx),
			[0, 1, 2],
		);
		assert.is(mostAtOnce(), 2);
	}),
);

/**
 * Holds every render of the fake engine, whose clips begin 30 s apart, until the clip of that rank may
 * finish.
 */
function holdRenders({ engine }: World) {
	const { render } = engine;
	const finish: (() => void)[] = [];
	const holds = [0, 1, 2].map((rank) => new Promise<void>((finished) => (finish[rank] = finished)));
	const begun: number[] = [];
	let [running, most] = [0, 0];
	engine.render = async (request, run) => {
		const rank = request.clip.beginMs / 30_000;
		begun.push(rank);
		running += 1;
		most = Math.max(most, running);
		await Promise.race([holds[rank], once(run.signal, "abort")]);
		running -= 1;
		return render(request, run);
	};
	return {
		begun: (count: number) =>
			until(
				async () => begun,
				(now) => now.length === count,
			),
		mostAtOnce: () => most,
		finish: (rank: number) => finish[rank]?.(),
	};
}

renders(
	"a clip that a damaged place of the video spoils is left out, with a note; where all are spoilt the task fails",
	() =>
		withWorld({}, async (world) => {
			const render = world.engine.render;
			world.engine.render = async (request, run) => {
				if (request.clip.beginMs === 30_000)
					throw new MediaFault(`The picture of ${basename(request.file)} is damaged.`);
				return render(request, run);
			};
			const { clips, notes } = await results(world, await exported(world));
			assert.equal(
				clips.map(({ idx }) => idx),
				[0, 2],
			);
			assert.ok(
				notes?.includes("The clip 0:30–0:45 is left out: The picture of talk.mp4 is damaged."),
				notes?.join(" "),
			);
			world.engine.render = async () => {
				throw new MediaFault("All of it is damaged.");
			};
			const id = await submit(world, { enable_export: true }, "another talk");
			const failed = await until(
				() => results(world, id),
				({ status }) => status === "FAILED" || status === "SUCCEEDED",
			);
			assert.equal([failed.status, failed.error_message], ["FAILED", "All of it is damaged."]);
		}),
);

renders("one clip that cannot be made ends the others, and those that were wanted twice are made once", () =>
	withWorld({ rendersAtOnce: 3 }, async (world) => {
		const render = world.engine.render;
		let [begun, ended] = [0, 0];
		world.engine.render = async (request, run) => {
			begun += 1;
			await until(
				async () => begun,
				(count) => count === 3,
			);
			if (request.clip.beginMs === 0) throw new StopFault("The first cannot be made.");
			if (!run.signal.aborted) await once(run.signal, "abort");
			ended += 1;
			throw run.signal.reason;
		};
		const id = await submit(world, { enable_export: true });
		const { error_message } = await until(
			() => results(world, id),
			({ status }) => status === "FAILED",
		);
		assert.equal([error_message, ended], ["The first cannot be made.", 2]);
		world.engine.render = render;
		await Promise.all([exported(world), exported(world)]);
		assert.is(world.engine.rendered.length, 3);
	}),
);

for (const [cores, gigabytes, expected] of [
	[1, 8, 1],
	[2, 8, 1],
	[4, 16, 2],
	[8, 8, 2],
	[64, 256, 4],
] as const)
	renders(`${cores} cores and ${gigabytes} GB render ${expected} at once`, () =>
		assert.is(rendersAtOnce(cores, gigabytes * 2 ** 30), expected),
	);

renders.run();
