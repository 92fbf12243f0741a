import type { Found, Ground, Part } from "../part.ts";
import { randomFrom } from "../random.ts";
import { tryLeases } from "./leases.ts";
import { tryRights } from "./service-leases.ts";
import { tellServices } from "./service-story.ts";
import { SERVICE_TROUBLES, type ServiceTrouble } from "./service-trouble.ts";
import { tell } from "./story.ts";
import { TROUBLES, type Trouble } from "./trouble.ts";

/** How many stories are told where nobody says. */
const STORIES = 20;
/** A post each: a video has three clips here. */
const ROUNDS = 3;
/** How many stories of services are told where nobody says, each with every trouble. */
const OF_SERVICES = 3;

/** Watches on several machines with one database: killed, stopped, cut off, and the database with them. */
export function fleet(seed: number): Part {
	return {
		claim:
			"watches, services and workers of one database, killed, stopped and cut off: nothing twice, nothing lost, the unknown named",
		run: (ground) => tellAll(ground, seed),
	};
}

async function tellAll({ judge, only }: Ground, seed: number): Promise<Found> {
	if (only.startsWith("services"))
		return tellOfServices(Number(only.slice("services".length)) || OF_SERVICES, seed);
	const leases = bothOf(await tryLeases(), await tryRights());
	if (only === "leases") return leases;
	const stories = troublesOf({ count: Number(only || STORIES), seed });
	const ended = await tellStories(judge, stories);
	const services = only === "" ? await tellOfServices(OF_SERVICES, seed) : { cases: 0, broken: [] };
	const unknown = ended.reduce((sum, each) => sum + each.unknown, 0);
	return {
		cases: leases.cases + stories.length * ROUNDS + services.cases,
		broken: [...leases.broken, ...ended.flatMap(({ broken }) => broken), ...services.broken],
		note: `seed ${seed}; ${unknown} outcomes unknown and named`,
	};
}

function bothOf(one: Found, other: Found): Found {
	return { cases: one.cases + other.cases, broken: [...one.broken, ...other.broken] };
}

/** Tells them one after the other: they share a database. */
export async function tellStories(judge: Ground["judge"], stories: readonly (readonly Trouble[])[]) {
	const ended: Awaited<ReturnType<typeof tell>>[] = [];
	for (const [at, troubles] of stories.entries()) {
		const { broken, unknown } = await tell({ judge, name: `fleet-story-${at}`, troubles });
		const words = troubles.map(({ name, at: statement, ms }) => `${name} ${statement} ${ms}`).join(", ");
		ended.push({ broken: broken.map((each) => `${words}: ${each}`), unknown });
	}
	return ended;
}

/** The same ones for the same seed; over all of them each kind of trouble comes as often as the others. */
function troublesOf({ count, seed }: { readonly count: number; readonly seed: number }): Trouble[][] {
	const random = randomFrom(seed);
	return Array.from({ length: count }, (_, story) =>
		Array.from({ length: ROUNDS }, (__, round) => ({
			name: TROUBLES[(story * ROUNDS + round) % TROUBLES.length] ?? "kill",
			at: random(8),
			ms: 3_000 + random(8_000),
		})),
	);
}

/** Two services and four workers, which live through every trouble, in another order in each story. */
async function tellOfServices(stories: number, seed: number): Promise<Found> {
	const random = randomFrom(seed);
	let unknown = 0;
	const broken: string[] = [];
	for (let story = 0; story < stories; story++) {
		const troubles = SERVICE_TROUBLES.map(
			(name): ServiceTrouble => ({ name, at: [random(3), random(4)], ms: 3_000 + random(9_000) }),
		);
		const order = troubles.map((trouble) => [random(1_000), trouble] as const).sort(([a], [b]) => a - b);
		const ended = await tellServices(order.map(([, trouble]) => trouble));
		unknown += ended.unknown;
		broken.push(...ended.broken);
	}
	const cases = stories * SERVICE_TROUBLES.length;
	return { cases, broken, note: `seed ${seed}; ${unknown} outcomes unknown and named` };
}
