import { rmSync } from "node:fs";
import pLimit from "p-limit";
import { git, settledRepository, type Team, teamFrom } from "../journeys/remotes.ts";
import type { Fault, Step } from "./cell.ts";
import { doubled, type Judge } from "./judge.ts";
import type { Found, Ground } from "./part.ts";
import { APPLY, type Place } from "./place.ts";

/** How a fresh runner of CI dies, and what the service does with its post. */
export interface Death {
	/** A step of the protocol, or so many milliseconds after its start. */
	readonly at: Step | number;
	readonly fault: Fault;
}

type Clones = Readonly<Record<"ann" | "ben", Place>>;

/** Steps at which a runner has something to lose. */
const STEPS_OF_A_RUNNER: readonly Step[] = [
	"before the intent",
	"intent synced",
	"armed half written",
	"armed synced",
	"last byte sent",
	"answer read",
	"outcome half written",
	"outcome synced",
];

/** The matrix tries all that a service does; to who goes on elsewhere these look different. */
const FAULTS_OF_A_RUNNER: readonly Fault[] = ["normal", "500", "refuse"];

/** What a job of CI runs in. */
const RUNNER = { CI: "true" };
/** By then a person may say that something was not posted. */
const LATER_MS = 45 * 60_000;
/** The longest that a post of the drill takes, in milliseconds. */
const WHOLE_RUN_MS = 3_000;

/** A fresh runner dies in every way; then two other clones go on. */
export async function killRunners({ judge, only }: Ground): Promise<Found> {
	const settled = await settledRepository(judge);
	const grid = STEPS_OF_A_RUNNER.flatMap((at) => FAULTS_OF_A_RUNNER.map((fault): Death => ({ at, fault })));
	const chance = Array.from(
		{ length: 12 },
		(): Death => ({ at: Math.round(Math.random() * WHOLE_RUN_MS), fault: "normal" }),
	);
	const deaths = [...grid, ...chance].filter((death) => nameOf(death).includes(only));
	const inTurn = pLimit(2);
	const tried = deaths.map((death, index) =>
		inTurn(() => tryDeath(death, { judge, settled, name: `runner-${index}` })),
	);
	return { cases: deaths.length, broken: (await Promise.all(tried)).flat() };
}

async function tryDeath(
	death: Death,
	{ judge, settled, name }: { readonly judge: Judge; readonly settled: string; readonly name: string },
) {
	const team = await teamFrom(judge, settled, {
		name,
		faults: [{ kind: "publish", nth: 1, fault: death.fault }],
	});
	const broken = await survive(team, death);
	team.remove();
	return broken.map((each) => `${nameOf(death)}: ${each}`);
}

function nameOf({ at, fault }: Death): string {
	return `${at}, ${fault}`;
}

/** Lets a runner die and be gone for good, then two clones go on. Says what did not hold. */
export async function survive(team: Team, { at }: Pick<Death, "at">): Promise<readonly string[]> {
	const [ann, ben, runner] = [team.clone("ann"), team.clone("ben"), team.clone("runner", 1)];
	git(runner.cwd, "checkout", "-q", "--detach");
	const dying = team.start(runner, APPLY, { env: RUNNER, ...(typeof at === "string" && { step: at }) });
	if (typeof at === "number") setTimeout(() => dying.kill("SIGKILL"), at);
	await dying.ended;
	rmSync(runner.folder, { recursive: true, force: true });
	const unknown = await unknownIn(team, ann);
	const named = [
		...(isSent(at) && unknown.length === 0 ? ["nobody is told what is unknown"] : []),
		...(await sameUnknown(team, { ann, ben, unknown })),
	];
	await endsWell(team, { ann, ben });
	const commits = team.commits();
	return [
		...named,
		...(doubled(commits).length > 0 ? [`posted ${commits.length} times`] : []),
		...(commits.length === 0 ? ["lost"] : []),
		...((await unknownIn(team, ann)).length > 0 ? ["it never ends"] : []),
	];
}

/** Whether the runner certainly died between the last byte and the outcome. */
function isSent(at: Death["at"]): boolean {
	return at === "last byte sent" || at === "answer read";
}

/** Both clones name the same, and send nothing for what they name. */
async function sameUnknown(
	team: Team,
	{ ann, ben, unknown }: Clones & { readonly unknown: readonly string[] },
): Promise<readonly string[]> {
	if (unknown.length === 0) return [];
	const broken =
		(await unknownIn(team, ben)).join() === unknown.join() ? [] : ["the clones name something else"];
	const before = team.commits().length;
	for (const place of [ann, ben])
		if ((await team.run(place, APPLY)).code !== 4) broken.push("an apply did not end with 4");
	return team.commits().length === before ? broken : [...broken, "sent although it is unknown"];
}

/**
 * Ben resolves what is unknown by the service's own log, and both apply, as often as something new
 * turns out to be unknown.
 */
async function endsWell(team: Team, { ann, ben }: Clones): Promise<void> {
	for (let [tries, retry] = [0, [] as readonly string[]]; tries < 3; tries++) {
		for (const id of await unknownIn(team, ben)) {
			const said = team.commits().some(({ key }) => key === id) ? "--posted" : "--not-posted";
			await team.run(ben, ["resolve", id, said], { clockMs: LATER_MS });
		}
		// Their clock is far from that of the service, which stays where it is.
		const again = [...APPLY, "--allow-skew", ...retry];
		const ends = [
			await team.run(ann, again, { clockMs: LATER_MS }),
			await team.run(ben, again, { clockMs: LATER_MS }),
		];
		// What was refused is sent again by a person's word alone.
		retry = ends.some(({ out }) => /--retry '/.test(out)) ? ["--retry", "*"] : [];
		if (retry.length === 0 && ends.every(({ code }) => code === 0)) return;
	}
}

/** Ids of the outcomes that a clone's status says are unknown. */
export async function unknownIn(team: Team, place: Place): Promise<readonly string[]> {
	const { out, err } = await team.run(place, ["status", "--json"]);
	if (out === "") throw new Error(`no status: ${err}`);
	return Object.keys(JSON.parse(out).operations).sort();
}
