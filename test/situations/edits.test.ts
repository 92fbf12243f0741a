import { join } from "node:path";
import { suite } from "uvu";
import { copyFolder } from "../builders/copy-folder.ts";
import { HOOK } from "../drill/place.ts";
import { addSituations, NOTHING, type Rows, TAKEN } from "./rows.ts";
import { SCRIPT, type Script, type World, yamlOf } from "./world.ts";

/** Posted once, then edited and applied again. */
const edited = (script: Partial<Script>) => async (world: World) => {
	const folder = await world.posted(world.workspace("a"));
	world.edit(folder, script);
	return world.apply(folder);
};
const second = (name: string, line: string) =>
	`  ${name}:\n    from: talk\n    clips: { top: 1 }\n${line}    to: { yt: { title: "{{ clip.title }}" } }\n`;
const withPost = (name: string, line = "") => `${yamlOf(SCRIPT)}${second(name, line)}`;

/** So many days from now. */
const at = (days: number) =>
	`    at: ${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16)}\n`;
const CANCELLED = ["resolve", 'talk.post.shorts["talk@0-20000"].yt', "--cancelled"];
const MINUTES_MS = String(45 * 60_000);
const LATER = {
	env: { NODE_OPTIONS: `--import=${HOOK}`, DRILL_CLOCK_MS: MINUTES_MS, DRILL_BOOT_MS: MINUTES_MS },
};

/** What was handed over leaves no place to the clips that are found anew. */
const KEPT = /1 handed-over post stays in `clips`, with no room for a new clip/;

const rows: Rows = {
	"clipped again with another limit": [edited({ limit: 4 }), { posts: 1, submits: 2, said: KEPT }],
	"clipped again with other lengths": [edited({ duration: "0-90s" }), { posts: 1, submits: 2, said: KEPT }],
	"exported in another resolution": [edited({ resolution: "720p" }), { posts: 1 }],
	"posted in another resolution": [
		edited({ postLines: "    resolution: 720p\n" }),
		{ posts: 1, submits: 1, said: /something else than what was posted \(resolution\)/ },
	],
	"another title": [edited({ title: "New: {{ clip.title }}" }), { posts: 1, said: /cannot be changed/ }],
	"one more clip": [edited({ top: 2 }), { posts: 2, submits: 1, said: /1 published/ }],
	"a second post entry of the same clips": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			world.write(folder, "talk.campaign.yaml", withPost("again"));
			return world.apply(folder);
		},
		{ posts: 1, said: TAKEN },
	],
	"a second post entry in another resolution": [
		async (world) => {
			const folder = world.workspace("a");
			world.write(folder, "talk.campaign.yaml", withPost("large", "    resolution: 720p\n"));
			return world.apply(folder);
		},
		{ posts: 1, submits: 1 },
	],
	"and the plan says that it is one moment": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			world.write(folder, "talk.campaign.yaml", withPost("large", "    resolution: 720p\n"));
			return world.run(folder, ["plan", "."]);
		},
		{ posts: 1, said: /An account gets a moment once, whatever the ratio, resolution or language/ },
	],
	"the same source cut in another ratio as a second video": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			const wide = yamlOf({ ...SCRIPT, campaign: "wide", resolution: "720p" });
			world.write(folder, "wide.campaign.yaml", wide);
			return world.apply(folder);
		},
		{ posts: 1, submits: 2, said: TAKEN },
	],
	"a campaign that was split into two files": [
		async (world) => {
			const folder = world.workspace("a");
			world.write(folder, "talk.campaign.yaml", withPost("again", "    repeat: 2\n"));
			await world.apply(folder);
			world.edit(folder, {});
			world.write(folder, "again.campaign.yaml", yamlOf({ ...SCRIPT, campaign: "again", post: "again" }));
			return world.apply(folder);
		},
		{ posts: 2, said: TAKEN, twice: true },
	],
	"a campaign that was split into two workspaces": [
		async (world) => {
			const folder = world.workspace("a", { top: 2 });
			await world.apply(folder);
			world.edit(folder, { top: 1 });
			await world.apply(folder);
			return world.apply(world.workspace("b", { campaign: "rest", post: "rest", top: 2 }));
		},
		{ posts: 2, said: TAKEN },
	],
	"a post that was taken out and put back": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			world.write(folder, "talk.campaign.yaml", yamlOf(SCRIPT).replace(/posts:.*/s, ""));
			await world.apply(folder);
			world.edit(folder, {});
			return world.apply(folder);
		},
		{ posts: 1, submits: 1 },
	],
	"a time edited after hand-over": [
		async (world) => {
			const folder = await world.posted(world.workspace("a", { postLines: at(3) }));
			world.edit(folder, { postLines: at(4) });
			return world.apply(folder);
		},
		{ posts: 1, submits: 1, said: /than what was handed over \(time\).* resolve '.*' --cancelled/ },
	],
	"a time edited after hand-over, and the post cancelled in the service's calendar": [
		async (world) => {
			const folder = await world.posted(world.workspace("a", { postLines: at(3) }));
			world.edit(folder, { postLines: at(4) });
			await world.run(folder, CANCELLED, LATER);
			return world.apply(folder);
		},
		{ posts: 2, submits: 1, said: /1 published/, twice: true },
	],
	"the same, cancelled and not edited": [
		async (world) => {
			const folder = await world.posted(world.workspace("a", { postLines: at(3) }));
			await world.run(folder, CANCELLED, LATER);
			return world.apply(folder);
		},
		{ posts: 1, submits: 1, said: /was cancelled at the service/ },
	],
	"the same, from another workspace": [
		async (world) => {
			const folder = await world.posted(world.workspace("a", { postLines: at(3) }));
			await world.run(folder, CANCELLED, LATER);
			return world.apply(world.workspace("b", { postLines: at(4) }));
		},
		{ posts: 2, submits: 2, said: /1 published/, twice: true },
	],
	"an address that was signed anew": [
		async (world) => {
			const source = `${SCRIPT.source}?X-Amz-Date=1&X-Amz-Signature=`;
			const folder = await world.posted(world.workspace("a", { source: `${source}a` }));
			world.edit(folder, { source: `${source}b` });
			return world.apply(folder);
		},
		{ posts: 1, submits: 1, said: NOTHING },
	],
	"repeat raised to 2": [edited({ repeat: 2 }), { posts: 2, submits: 1, said: /#2/, twice: true }],
	"repeat raised to 2, and applied again": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			world.edit(folder, { repeat: 2 });
			await world.apply(folder);
			return world.apply(folder);
		},
		{ posts: 2, submits: 1, said: NOTHING, twice: true },
	],
	"repeat of 2 without a time": [
		(world) => world.apply(world.workspace("a", { repeat: 2, repeated: "untimed" })),
		{ posts: 1, submits: 1, said: /a further post of a moment needs a time of its own/ },
	],
	"repeat of 2 at one fixed time": [
		(world) =>
			world.apply(
				world.workspace("a", { repeat: 2, repeated: "untimed", postLines: `    at: ${later()}\n` }),
			),
		{ posts: 0, submits: 0, said: /repeat-at/ },
	],
	"repeat raised to 2 without a time": [
		edited({ repeat: 2, repeated: "untimed" }),
		{ posts: 2, submits: 1, said: /#2/, twice: true },
	],
	"repeat raised to 2 without a time, and applied again": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			world.edit(folder, { repeat: 2, repeated: "untimed" });
			await world.apply(folder);
			return world.apply(folder);
		},
		{ posts: 2, submits: 1, said: NOTHING, twice: true },
	],
	"repeat raised to 3 without a time": [
		edited({ repeat: 3, repeated: "untimed" }),
		{ posts: 2, submits: 1, said: /Set a `schedule` in the post/, twice: true },
	],
	"repeat moved to a second post entry with a time of its own": [
		async (world) => {
			const folder = world.workspace("a");
			world.write(folder, "talk.campaign.yaml", withPost("again", `    repeat: 2\n    at: ${later()}\n`));
			return world.apply(folder);
		},
		{ posts: 2, submits: 1, twice: true },
	],
	"repeat of 2 from the beginning": [
		(world) => world.apply(world.workspace("a", { repeat: 2 })),
		{ posts: 2, submits: 1, twice: true },
	],
	"repeat lowered to 1 again": [
		async (world) => {
			const folder = world.workspace("a", { repeat: 2 });
			await world.apply(folder);
			world.edit(folder, {});
			return world.apply(folder);
		},
		{ posts: 2, submits: 1, said: /no longer asks for it \(`repeat` was lowered\)/, twice: true },
	],
	"repeat of 2 where another workspace posted once": [
		async (world) => {
			await world.posted(world.workspace("a"));
			return world.apply(world.workspace("b", { repeat: 2, post: "clips" }));
		},
		{ posts: 2, twice: true },
	],
	"repeat of 2 where another workspace posted twice": [
		async (world) => {
			await world.apply(world.workspace("a", { repeat: 2 }));
			return world.apply(world.workspace("b", { repeat: 2 }));
		},
		{ posts: 2, said: TAKEN, twice: true },
	],
	"repeat of 2 in a workspace that knows the first, where another one made the second": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			await world.apply(world.workspace("b", { repeat: 2 }));
			world.edit(folder, { repeat: 2 });
			return world.apply(folder);
		},
		{ posts: 2, twice: true },
	],
	"repeat of 2 in two workspaces at once": [
		async (world) => {
			const [a, b] = [world.workspace("a", { repeat: 2 }), world.workspace("b", { repeat: 2 })];
			const [first] = await Promise.all([world.apply(a), world.apply(b)]);
			return first;
		},
		{ posts: 2, twice: true },
	],
	"repeat of 2, clipped again": [
		async (world) => {
			const folder = world.workspace("a", { repeat: 2 });
			await world.apply(folder);
			world.edit(folder, { repeat: 2, limit: 4 });
			return world.apply(folder);
		},
		{ posts: 2, submits: 2, said: KEPT, twice: true },
	],
	"repeat of 2, renamed with moved": [
		async (world) => {
			const folder = world.workspace("a", { repeat: 2 });
			await world.apply(folder);
			world.edit(folder, {
				repeat: 2,
				post: "clips",
				lines: "moved: [{ from: post.shorts, to: post.clips }]\n",
			});
			return world.apply(folder);
		},
		{ posts: 2, submits: 1, said: NOTHING, twice: true },
	],
	"a second address named by itself": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			world.edit(folder, { repeat: 2 });
			const address = 'talk.post.shorts["talk@0-20000#2"].yt';
			await world.run(folder, ["apply", ".", "--auto-approve", "--target", address]);
			return world.run(folder, ["state", "show", address]);
		},
		{ posts: 2, said: /#2/, twice: true },
	],
	"a saved plan with a bound of 2": [
		async (world) => {
			const folder = world.workspace("a", { repeat: 2 });
			await world.run(folder, ["plan", ".", "--out", "plan.json"]);
			const other = copyFolder(folder, join(world.room, "b"));
			await world.run(folder, ["apply", "plan.json"]);
			return world.run(other, ["apply", "plan.json"]);
		},
		{ posts: 2, submits: 1, said: /saved plan was applied/, twice: true },
	],
};

/** Nine o'clock of the day after the next. */
function later(): string {
	return `${new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10)}T09:00`;
}

const situations = suite("situations of edited campaigns");
await addSituations(situations, rows);
situations.run();
