import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { CACHE } from "../../runner/build.ts";
import type { Found, Part } from "../part.ts";
import { withTemplate } from "../races/racer.ts";
import { randomFrom } from "../random.ts";
import { casesOf, PLATFORMS, tryPlatformCases } from "./platform-cases.ts";
import { type Death, tryRound } from "./round.ts";

/** More writes than four posts have. */
const WRITES = 18;
/** More writes than four posts have whose accounts have to be connected again. */
const GONE_WRITES = 18;
/** Longest that four posts take, about. */
const LONGEST_MS = 400;

/** Every write of the posts, before and after it, and every way in which the receiver may notice. */
export const DEATHS: Readonly<Record<string, Death>> = Object.fromEntries([
	...Array.from({ length: WRITES }, (_, at) => at + 1).flatMap((write) =>
		[false, true].map((isWritten): [string, Death] => [
			`write ${write}, ${isWritten ? "written" : "not written"}`,
			{ at: "write", write, isWritten },
		]),
	),
	["silent receiver", { at: "message", behaviour: { kind: "silent" } }],
	["slow receiver", { at: "message", behaviour: { kind: "ok", afterMs: 300 } }],
	["lost after commit", { at: "message", behaviour: { kind: "reset", when: "after_commit" } }],
	["lost before commit", { at: "message", behaviour: { kind: "reset", when: "before_commit" } }],
	["500 with commit", { at: "message", behaviour: { kind: "status", status: 500, commits: true } }],
	["answer cut", { at: "message", behaviour: { kind: "cut" } }],
	// The webhooks are gone (410) and the commands have to be authorized again (77), until they are connected.
	...Array.from({ length: GONE_WRITES }, (_, at) => at + 1).flatMap((write) =>
		[false, true].map((isWritten): [string, Death] => [
			`reconnect, write ${write}, ${isWritten ? "written" : "not written"}`,
			{ at: "write", write, isWritten, isGone: true },
		]),
	),
]);

/** The part of the drill: each death once, then as many random ones. */
export function deliveries(seed: number): Part {
	return {
		claim:
			"kill -9 of a service that sends to webhooks, commands and platforms: at most once, unknown is named",
		run: async ({ only }) => {
			const random = randomFrom(seed);
			const isNumber = only === "" || Number.isFinite(Number(only));
			const [words, count] = isNumber ? ["", Number(only || Object.keys(DEATHS).length)] : [only, 0];
			const named = Object.entries(DEATHS).filter(([name]) => name.includes(words));
			const randoms = Array.from({ length: count }, (_, at): [string, Death] => [
				`random ${at}`,
				{ at: "random", afterMs: random(LONGEST_MS) },
			]);
			const atPlatforms = PLATFORMS.flatMap(casesOf).filter(({ name }) => name.includes(words));
			const platforms = await tryPlatformCases(isNumber && only !== "" ? [] : atPlatforms);
			const programs = await tryPrograms(isNumber && only !== "" ? undefined : words);
			const { cases, broken, ...found } =
				words !== "" && named.length === 0
					? { cases: 0, broken: [] }
					: await tryDeaths([...named, ...randoms], seed);
			const all = [platforms, programs];
			return {
				...found,
				cases: all.reduce((sum, each) => sum + each.cases, cases),
				broken: [...broken, ...all.flatMap((each) => each.broken)],
			};
		},
	};
}

/** Loaded when it is asked for: it needs an ffmpeg. */
async function tryPrograms(words: string | undefined): Promise<Found> {
	if (words === undefined) return { cases: 0, broken: [] };
	const { programCases, tryProgramCases } = await import("./program.ts");
	return tryProgramCases(PLATFORMS.flatMap(programCases).filter(({ name }) => name.includes(words)));
}

/** One round a death, one after the other. */
export async function tryDeaths(deaths: readonly (readonly [string, Death])[], seed: number): Promise<Found> {
	const program = join(CACHE, `deliveries.${process.pid}.mjs`);
	await build({
		...{ entryPoints: [fileURLToPath(new URL("process.ts", import.meta.url))], outfile: program },
		...({ bundle: true, platform: "node", format: "esm", packages: "external" } as const),
	});
	const broken: string[] = [];
	let unknown = 0;
	try {
		await withTemplate(async (template) => {
			for (const [name, death] of deaths) {
				const found = await tryRound({ template, program, death }).catch((error: unknown) => ({
					broken: [String(error)],
					unknown: 0,
				}));
				broken.push(...found.broken.map((each) => `${name}: ${each}`));
				unknown += found.unknown;
			}
		});
	} finally {
		await rm(program, { force: true });
	}
	return { cases: deaths.length, broken, note: `seed ${seed}; ${unknown} outcomes were left to a person` };
}
