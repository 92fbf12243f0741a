import type { Found, Part } from "./part.ts";

const TIMES = 3;

/**
 * The part of the drill that makes real clips: every moment of the work of an apply and of its server,
 * several times in a row. `npm test` kills once at each.
 */
export const renders: Part = {
	claim: "kill -9 of an apply or its server while clips are made: every clip posted once",
	async run({ only }): Promise<Found> {
		const chosen = Object.entries(await allCases()).filter(([name]) => name.includes(only));
		const broken: string[] = [];
		for (const [name, kill] of chosen) await kill().catch((error) => broken.push(`${name}: ${error}`));
		return { cases: chosen.length * TIMES, broken };
	},
};

/** Loaded when they are asked for: they need an ffmpeg. Their seed is printed then. */
async function allCases(): Promise<Readonly<Record<string, () => Promise<void>>>> {
	const { killApply, killPublishes, killServer, WORKING } = await import("../journeys/killed.ts");
	const killServers = async (moment: Parameters<typeof killServer>[0]) => {
		for (let time = 0; time < TIMES; time++) await killServer(moment);
	};
	return {
		...Object.fromEntries(WORKING.map((moment) => [`apply, ${moment}`, () => killApply(moment, TIMES)])),
		"apply, publishes": () => killPublishes(TIMES),
		...Object.fromEntries(WORKING.map((moment) => [`server, ${moment}`, () => killServers(moment)])),
		"server, publishes": () => killServers("publishes"),
	};
}
