import {
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { copyFolder } from "../builders/copy-folder.ts";
import { addSituations, NOTHING, type Rows, TAKEN } from "./rows.ts";
import { ACME, unbind, type World } from "./world.ts";

const remove = (...path: string[]) => rmSync(join(...path), { recursive: true, force: true });
const GONE = /is missing, but this machine recorded/;
const LEDGERLESS =
	/was written with the ledger of posts \w{26}, but there is none in \S+ledger\. .*showrun state adopt/;
const OTHER_LEDGER =
	/was written with the ledger of posts \w{26}, but \w{26} is in \S+ledger\. .*state adopt/;
const DAMAGED = /The ledger is damaged/;

/** The files of posts that the ledger has. */
function parts({ memory }: World): readonly string[] {
	const folder = join(memory, "ledger", "posts");
	return readdirSync(folder).map((name) => join(folder, name));
}

/** What this machine remembers of states, which programs of before wrote too. */
function guards({ memory }: World): readonly string[] {
	return readdirSync(memory)
		.filter((name) => name !== "ledger")
		.map((name) => join(memory, name));
}

function flipByte(path: string): void {
	const bytes = readFileSync(path);
	bytes[20] = (bytes[20] ?? 0) ^ 1;
	writeFileSync(path, bytes);
}

async function withoutLedger(world: World): Promise<string> {
	const folder = await world.posted(world.workspace("a"));
	remove(world.memory, "ledger");
	return folder;
}

const lost: Rows = {
	"the state file is deleted": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			remove(folder, ".showrun", "state.json");
			return world.apply(folder);
		},
		{ posts: 1, submits: 1, said: GONE },
	],
	"the folder of the state is deleted": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			remove(folder, ".showrun");
			return world.apply(folder);
		},
		{ posts: 1, submits: 1, said: GONE },
	],
	"and begun anew on a person's word": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			remove(folder, ".showrun");
			await world.run(folder, ["state", "adopt", "--empty", "--auto-approve"]);
			return world.apply(folder);
		},
		{ posts: 1, submits: 2, said: TAKEN },
	],
	"an older state is restored": [
		async (world) => {
			const folder = world.workspace("a", { top: 1 });
			world.write(folder, "talk.campaign.yaml", VIDEO_ALONE);
			await world.apply(folder);
			copyFolder(join(folder, ".showrun"), join(world.room, "older"));
			world.edit(folder, {});
			await world.posted(folder);
			remove(folder, ".showrun");
			renameSync(join(world.room, "older"), join(folder, ".showrun"));
			return world.apply(folder);
		},
		{ posts: 1, submits: 1, said: /went back in time/ },
	],
	"an older state is restored, and taken on a person's word": [
		async (world) => {
			const folder = world.workspace("a");
			world.write(folder, "talk.campaign.yaml", VIDEO_ALONE);
			await world.apply(folder);
			copyFolder(join(folder, ".showrun"), join(world.room, "older"));
			world.edit(folder, {});
			await world.posted(folder);
			remove(folder, ".showrun");
			renameSync(join(world.room, "older"), join(folder, ".showrun"));
			await world.run(folder, ["state", "adopt", "--auto-approve"]);
			return world.apply(folder);
		},
		{ posts: 1, submits: 1, said: TAKEN },
	],
	"a state of another workspace is put in its place": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			const other = world.workspace("b");
			world.write(other, "talk.campaign.yaml", VIDEO_ALONE);
			await world.apply(other);
			remove(folder, ".showrun");
			renameSync(join(other, ".showrun"), join(folder, ".showrun"));
			return world.apply(folder);
		},
		{ posts: 1, submits: 2, said: /replaced another state/ },
	],
	"a linked file of the state is unlinked": [
		async (world) => {
			const [folder, kept] = [world.workspace("a"), join(world.room, "kept.json")];
			await world.apply(folder);
			renameSync(join(folder, ".showrun", "state.json"), kept);
			symlinkSync(kept, join(folder, ".showrun", "state.json"));
			await world.apply(folder);
			rmSync(join(folder, ".showrun", "state.json"));
			return world.apply(folder);
		},
		{ posts: 1, submits: 1, said: GONE },
	],
	"a linked folder of the state is unlinked": [
		async (world) => {
			const folder = world.workspace("a");
			mkdirSync(join(world.room, "kept"));
			remove(folder, ".showrun");
			symlinkSync(join(world.room, "kept"), join(folder, ".showrun"));
			await world.posted(folder);
			rmSync(join(folder, ".showrun"));
			return world.apply(folder);
		},
		{ posts: 1, submits: 1, said: GONE },
	],
};

const OTHER_SOURCE = "https://videos.example.com/other.mp4";
const VIDEO_ALONE = `campaign: talk
timezone: UTC
accounts:
  yt: { platform: youtube, username: Acme }
videos:
  talk:
    source: "https://videos.example.com/talk.mp4"
    clipping: { duration: 0-30s, limit: 3 }
    export: { resolution: 480p }
`;

const memory: Rows = {
	"the whole memory is deleted, and the state stays": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			remove(world.memory);
			return world.apply(folder);
		},
		{ posts: 1, submits: 1, said: LEDGERLESS },
	],
	"the whole memory is deleted, and a second workspace applies": [
		async (world) => {
			await world.posted(world.workspace("a"));
			remove(world.memory);
			return world.apply(world.workspace("b"));
		},
		{ posts: 2, twice: true },
	],
	"the whole memory is deleted, the state is taken again, and a second workspace applies": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			remove(world.memory);
			await world.run(folder, ["state", "adopt", "--auto-approve"]);
			return world.apply(world.workspace("b"));
		},
		{ posts: 1, said: TAKEN },
	],
	"only the ledger is deleted, and the state stays": [
		async (world) => world.apply(await withoutLedger(world)),
		{ posts: 1, said: LEDGERLESS },
	],
	"only the ledger is deleted, and a second workspace applies": [
		async (world) => {
			await withoutLedger(world);
			return world.apply(world.workspace("b"));
		},
		{ posts: 1, said: TAKEN },
	],
	"only what is remembered of states is deleted, and a second workspace applies": [
		async (world) => {
			await world.posted(world.workspace("a"));
			for (const path of guards(world)) remove(path);
			return world.apply(world.workspace("b"));
		},
		{ posts: 1, said: TAKEN },
	],
	"only what is remembered of states is deleted, with the state too": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			for (const path of guards(world)) remove(path);
			remove(folder, ".showrun");
			return world.apply(folder);
		},
		{ posts: 1, said: TAKEN },
	],
	"a damaged file of posts stops its account": [
		async (world) => {
			await world.posted(world.workspace("a"));
			for (const path of parts(world)) flipByte(path);
			return world.apply(world.workspace("b"));
		},
		{ posts: 1, said: DAMAGED },
	],
	"and no other account": [
		async (world) => {
			const second = { ...ACME, id: "acc-3", handle: "Second" };
			await world.accounts(ACME, second);
			await world.posted(world.workspace("a"));
			for (const path of parts(world)) flipByte(path);
			return world.apply(world.workspace("b", { handle: "Second" }));
		},
		{ posts: 2, said: /1 published/ },
	],
	"damaged facts stop everything": [
		async (world) => {
			await world.posted(world.workspace("a"));
			flipByte(join(world.memory, "ledger", "facts.jsonl"));
			return world.apply(world.workspace("b"));
		},
		{ posts: 1, said: DAMAGED },
	],
	"a ledger that cannot be read stops everything": [
		async (world) => {
			await world.posted(world.workspace("a"));
			writeFileSync(join(world.memory, "ledger", "ledger.json"), "{}");
			return world.apply(world.workspace("b"));
		},
		{ posts: 1, said: /ledger\.json is damaged/ },
	],
	"a ledger that cannot be written stops everything": [
		async (world) => {
			await world.posted(world.workspace("a"));
			const kept = join(world.memory, "ledger", "posts");
			remove(kept);
			writeFileSync(kept, "");
			return world.apply(world.workspace("b"));
		},
		{ posts: 1, said: /The ledger in .* cannot be written/ },
	],
};

const homes: Rows = {
	"another XDG_STATE_HOME, as under cron, is named": [
		async (world) => world.apply(await world.posted(world.workspace("a")), { home: "other" }),
		{ posts: 1, submits: 1, said: LEDGERLESS },
	],
	"another home that holds a ledger of its own is named": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			await world.apply(world.workspace("b", { source: OTHER_SOURCE }), { home: "other" });
			return world.apply(folder, { home: "other" });
		},
		{ posts: 2, submits: 2, said: OTHER_LEDGER },
	],
	"the home that it was written with goes on": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			await world.apply(folder, { home: "other" });
			return world.apply(folder);
		},
		{ posts: 1, submits: 1, said: NOTHING },
	],
	"a state that was taken over goes on in both homes": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			await world.run(folder, ["state", "adopt", "--auto-approve"], { home: "other" });
			await world.apply(folder, { home: "other" });
			world.edit(folder, { postLines: "    repeat: 1\n" });
			return world.apply(folder);
		},
		{ posts: 1, submits: 1, said: NOTHING },
	],
	"and is known to every workspace of the second": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			await world.run(folder, ["state", "adopt", "--auto-approve"], { home: "other" });
			return world.apply(world.workspace("b"), { home: "other" });
		},
		{ posts: 1, said: TAKEN },
	],
	"a state of 0.1.0 is bound when it is written first": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			unbind(folder);
			world.edit(folder, { top: 2 });
			await world.apply(folder);
			remove(world.memory, "ledger");
			return world.apply(folder);
		},
		{ posts: 2, submits: 1, said: LEDGERLESS },
	],
};

const situations = suite("situations of lost states and ledgers");
await addSituations(situations, { ...lost, ...memory, ...homes });
situations.run();
