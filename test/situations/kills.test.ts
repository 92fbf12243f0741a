import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { writeLine } from "../../src/state/journal-lines.ts";
import { copyFolder } from "../builders/copy-folder.ts";
import { HOOK } from "../drill/place.ts";
import { addSituations, type Rows, TAKEN } from "./rows.ts";
import { unbind, type World } from "./world.ts";

const remove = (...path: string[]) => rmSync(join(...path), { recursive: true, force: true });

/** What this machine remembers of states, which programs of before wrote too. */
function guards({ memory }: World): readonly string[] {
	return readdirSync(memory)
		.filter((name) => name !== "ledger")
		.map((name) => join(memory, name));
}

/** A run that ends itself where it is told to, and then what follows. */
const killed =
	(step: string, folder = "a") =>
	async (world: World) => {
		const env = { NODE_OPTIONS: `--import=${HOOK}`, DRILL_STEP: step };
		const { code, out, err } = await world.apply(world.workspace(folder), { env });
		if (code !== null) throw new Error(`it was to die: ${code} ${out}${err}`);
		return join(world.room, folder);
	};

/** Posted by a program that keeps no ledger. */
async function postedBefore(world: World): Promise<string> {
	const folder = await world.posted(world.workspace("a"));
	remove(world.memory, "ledger");
	unbind(folder);
	return folder;
}

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

const before: Rows = {
	"a program of before posted, and its workspace applies": [
		async (world) => {
			const folder = await postedBefore(world);
			world.edit(folder, { post: "clips" });
			return world.apply(folder);
		},
		{ posts: 1, said: TAKEN },
	],
	"a program of before posts beside": [
		async (world) => {
			const other = world.workspace("b");
			world.write(other, "talk.campaign.yaml", VIDEO_ALONE);
			await world.apply(other);
			const operation = "01JD3V0Q00000000000000000A";
			const address = 'talk.post.shorts["talk@0-20000"].yt';
			const source = `url:https://videos.example.com/talk.mp4`;
			const about = { operation, address, at: Date.now() };
			const moment = { ...about, source, moment: { from: 0, to: 20_000 }, account: "youtube:acme" };
			const armed = { type: "armed", serial: 2, ...about, kind: "publish", moment };
			const folder = join(world.memory, "01JD3V0Q0000000000000000OLD");
			copyFolder(guardFolder(world), folder);
			writeFileSync(join(folder, "ledger.jsonl"), writeLine(armed));
			world.edit(other, {});
			return world.apply(other);
		},
		{ posts: 0, said: /already posted to this account .*workspace 0\.1\.0/ },
	],
};

function guardFolder(world: World): string {
	return guards(world).find((path) => readdirSync(path).includes("ledger.jsonl")) ?? "";
}

const kills: Rows = Object.fromEntries(
	["before the ledger", "ledger synced", "armed synced", "last byte sent"].flatMap((step) => [
		[
			`killed at "${step}", then applied again and in a second workspace`,
			[
				async (world: World) => {
					const folder = await killed(step)(world);
					await world.apply(folder);
					return world.apply(world.workspace("b"));
				},
				{ posts: step === "last byte sent" ? 1 : step === "ledger synced" ? 0 : 1 },
			],
		] as const,
		[
			`killed at "${step}", then resolved with the truth`,
			[
				async (world: World) => {
					const folder = await killed(step)(world);
					await world.apply(folder);
					await world.resolve(folder);
					await world.apply(folder);
					return world.apply(world.workspace("b"));
				},
				{ posts: 1, said: TAKEN },
			],
		] as const,
	]),
);

const situations = suite("situations of old programs and kills");
await addSituations(situations, { ...before, ...kills });
situations.run();
