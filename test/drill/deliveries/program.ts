import { fileURLToPath } from "node:url";
import { type ApiPlatform, isApiPlatform } from "../../../src/model/platform-app.ts";
import { builtScript } from "../../journeys/built-program.ts";
import { killHard } from "../../journeys/kills.ts";
import { type AccountGround, withAccount } from "../../journeys/platform-ground.ts";
import { type Ended, pause, start, unseemly } from "../../journeys/program.ts";
import type { Found } from "../part.ts";
import type { DeadlyWrite } from "./die-at.ts";
import type { DrilledPlatform } from "./platform.ts";

const APPLY = ["apply", "--auto-approve"];
/** What `apply` may end with where an outcome is left to a person: at the service, or here. */
const LEFT_OPEN: readonly (number | null)[] = [3, 4];

/** When the program dies: at a write of its post, or while a platform is asked. */
type ProgramDeath =
	| ({ readonly at: "write" } & DeadlyWrite)
	| { readonly at: "request"; readonly route: string; readonly skip: number; readonly isExecuted: boolean };

/** One `showrun apply` that is killed, and one after it. */
export interface ProgramCase {
	readonly name: string;
	readonly platform: ApiPlatform;
	readonly death: ProgramDeath;
	readonly mayBeUnknown: boolean;
}

/** Every write of the post, before and after it, and every request, before and after it is executed. */
export function programCases(platform: DrilledPlatform): readonly ProgramCase[] {
	const { name, routes, writes, mayBeUnknown = false } = platform;
	if (!isApiPlatform(name)) throw new Error(`${name} is no platform that is posted to`);
	const atWrites = Array.from({ length: writes }, (_, at) => at + 1).flatMap((write) =>
		[false, true].map((isWritten) => ({
			name: `${name} program, killed at write ${write}, ${isWritten ? "written" : "not written"}`,
			death: { at: "write", write, isWritten } as const,
		})),
	);
	const atRequests = Object.entries(routes).flatMap(([route, count]) =>
		Array.from({ length: count }, (_, skip) => skip).flatMap((skip) =>
			[false, true].map((isExecuted) => ({
				name: `${name} program, killed at ${route} ${skip + 1}, ${isExecuted ? "executed" : "not executed"}`,
				death: { at: "request", route, skip, isExecuted } as const,
			})),
		),
	);
	return [...atWrites, ...atRequests].map((each) => ({ ...each, platform: name, mayBeUnknown }));
}

/** The program as it is shipped dies once each; started again it comes to an end that is told. */
export async function tryProgramCases(cases: readonly ProgramCase[]): Promise<Found> {
	const hook = await builtScript(fileURLToPath(new URL("dying.ts", import.meta.url)));
	const broken: string[] = [];
	let lived = 0;
	for (const [at, each] of cases.entries())
		await withAccount(each.platform, `killed-${at}`, async (ground) => {
			const died = await dies(ground, each.death, hook);
			if (!died) lived += 1;
			broken.push(...(await goesOn(ground, each)).map((what) => `${each.name}: ${what}`));
		}).catch((error: unknown) => broken.push(`${each.name}: ${error}`));
	return { cases: cases.length, broken, note: `${lived} programs came to their end before` };
}

/** Whether it died: a post may have fewer writes and requests. */
async function dies({ platforms, at }: AccountGround, death: ProgramDeath, hook: string): Promise<boolean> {
	if (death.at === "write") {
		const env = { ...at.env, NODE_OPTIONS: `--import=${hook}`, DRILL_DIES: JSON.stringify(death) };
		return (await start(APPLY, { ...at, env }).ended).code === null;
	}
	const { route, skip, isExecuted } = death;
	const when = isExecuted ? "after" : "before";
	await platforms.faults({ route, skip, when, kind: "silence", times: 1 });
	const running = start(APPLY, at);
	let ended: Ended | undefined;
	void running.ended.then((end) => (ended = end));
	while (ended === undefined) {
		if ((await platforms.asked()).some(({ fault }) => fault === "silence")) {
			await killHard(running);
			return true;
		}
		await pause(20);
	}
	await platforms.clearFaults();
	return false;
}

/** Out once, or unknown by name where nobody can read; and asked again there is nothing left to do. */
async function goesOn(
	{ run, counts }: AccountGround,
	{ mayBeUnknown }: ProgramCase,
): Promise<readonly string[]> {
	const { code, out, err } = await run(...APPLY);
	const again = await run("plan");
	const [posts = 0, ...others] = await counts();
	const isNamed = LEFT_OPEN.includes(code) && /unknown whether/.test(again.out);
	const isUnknown = mayBeUnknown && isNamed && posts <= 1;
	const isDone = code === 0 && posts === 1 && /No changes/.test(again.out);
	const isRight = (isDone || isUnknown) && others.length === 0;
	return [
		...(isRight ? [] : [`apply ended with ${code}, out ${posts} times\n${out}${err}${again.out}`]),
		...unseemly(out + err),
	];
}
