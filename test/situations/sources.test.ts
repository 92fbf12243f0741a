import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withJudge } from "../drill/judge.ts";
import { unseemly } from "../journeys/program.ts";
import { SCRIPT, type World, withWorld, yamlOf } from "./world.ts";

/** What is done, what the service executed in the end, and words that the last command must have said. */
type Row = readonly [
	done: (world: World) => Promise<{ readonly out: string; readonly err: string }>,
	executed: { readonly posts: number; readonly submits: number },
	said: RegExp,
];

const TAKEN = /already posted to this account/;
const AT = "https://videos.example.com/talk.mp4";
const SIGNED = `${AT}?X-Amz-Date=20261101T000000Z&X-Amz-Signature=secretone`;
const ANEW = `${AT}?X-Amz-Date=20261102T000000Z&X-Amz-Signature=secrettwo`;

async function posted(world: World, folder: string): Promise<void> {
	const { code, out, err } = await world.apply(folder);
	assert.is(code, 0, out + err);
	assert.is(world.executed("publish"), 1);
}

const rows: Readonly<Record<string, Row>> = {
	"an address signed anew in the same workspace": [
		async (world) => {
			const folder = world.workspace("a", { source: SIGNED });
			await posted(world, folder);
			world.edit(folder, { source: ANEW });
			return world.run(folder, ["plan", "."]);
		},
		{ posts: 1, submits: 1 },
		/No changes/,
	],
	"an address signed anew in a second workspace": [
		async (world) => {
			await posted(world, world.workspace("a", { source: SIGNED }));
			return world.apply(world.workspace("b", { source: ANEW }));
		},
		{ posts: 1, submits: 2 },
		TAKEN,
	],
	"an address in another form in a second workspace": [
		async (world) => {
			await posted(world, world.workspace("a"));
			return world.apply(
				world.workspace("b", { source: "http://www.VIDEOS.example.com:80/x/../talk.mp4#t=3" }),
			);
		},
		{ posts: 1, submits: 2 },
		TAKEN,
	],
	"an address in another form in the same workspace": [
		async (world) => {
			const folder = world.workspace("a");
			await posted(world, folder);
			world.edit(folder, { source: AT.replace("https", "http") });
			return world.run(folder, ["plan", "."]);
		},
		{ posts: 1, submits: 1 },
		/No changes/,
	],
	"one address in two forms, in two campaigns of the first plan": [
		async (world) => {
			const folder = world.workspace("a");
			const other = { ...SCRIPT, campaign: "other", video: "copy", source: `${ANEW}#t=3` };
			world.write(folder, "other.campaign.yaml", yamlOf(other));
			return world.apply(folder);
		},
		{ posts: 1, submits: 2 },
		TAKEN,
	],
	"a mirror that declares the same id": [
		async (world) => {
			await posted(world, world.workspace("a", { source: mapOf(AT, "talk-2026") }));
			const mirror = mapOf("https://mirror.example.net/v/77", "talk-2026");
			return world.apply(world.workspace("b", { source: mirror }));
		},
		{ posts: 1, submits: 2 },
		TAKEN,
	],
	"an id that is declared after the post, and then a mirror in a second workspace": [
		async (world) => {
			const folder = world.workspace("a", { source: AT });
			await posted(world, folder);
			world.edit(folder, { source: mapOf(AT, "talk-2026") });
			await world.apply(folder);
			const mirror = mapOf("https://mirror.example.net/v/77", "talk-2026");
			await world.apply(world.workspace("b", { source: mirror }));
			world.edit(folder, { source: mirror });
			return world.apply(folder);
		},
		{ posts: 1, submits: 2 },
		/No changes/,
	],
	"a mirror under the same id in the same workspace": [
		async (world) => {
			const folder = world.workspace("a", { source: mapOf(AT, "talk-2026") });
			await posted(world, folder);
			world.edit(folder, { source: mapOf("https://mirror.example.net/v/77", "talk-2026") });
			return world.apply(folder);
		},
		{ posts: 1, submits: 1 },
		/No changes/,
	],
};

function mapOf(url: string, id: string): string {
	return `{ url: "${url}", id: ${id} }`;
}

const situations = suite("situations of sources");

for (const [title, [work, { posts, submits }, said]] of Object.entries(rows)) {
	situations(title, () =>
		withJudge((judge) =>
			withWorld(judge, async (world) => {
				const { out, err } = await work(world);
				assert.equal(unseemly(out + err), []);
				assert.is(world.executed("publish"), posts, out + err);
				assert.is(world.executed("submit"), submits, out + err);
				assert.match((out + err).replace(/\s+/g, " "), said);
			}),
		),
	);
}

situations("a signature is sent, and stands in no file but the campaign", () =>
	withJudge((judge) =>
		withWorld(judge, async (world) => {
			const folder = world.workspace("a", { source: SIGNED });
			await posted(world, folder);
			const text = (root: string) =>
				readdirSync(root, { recursive: true, withFileTypes: true })
					.filter((entry) => entry.isFile() && !/\.campaign\.yaml$/.test(join(entry.parentPath, entry.name)))
					.filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes("secretone"))
					.map(({ name }) => name);
			assert.equal(text(world.room), []);
			assert.is(world.identities("submit")[0], `submit ${SIGNED}`);
		}),
	),
);

situations.run();
