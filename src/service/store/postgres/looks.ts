import type { Pool } from "./pool.ts";

/** What a tenant has under names that begin so. */
export interface Look {
	readonly tenant: string;
	/** The names of its texts, or those of its leases that somebody holds. */
	readonly of: "texts" | "leases";
	readonly beginning: string;
}

/** Gives the names, sorted. Of texts the beginning is a folder with its slash. */
export type Looks = (look: Look) => Promise<readonly string[]>;

interface Waiting {
	readonly look: Look;
	readonly answer: (names: readonly string[]) => void;
	readonly fail: (error: unknown) => void;
}

/**
 * Looks for many tenants at once: what is asked within one turn of the event loop is read by one query of
 * each table, because a process looks several times a second for each of its tenants.
 */
export function openLooks(pool: Pool): Looks {
	let waiting: Waiting[] = [];
	return (look) =>
		new Promise((answer, fail) => {
			if (waiting.length === 0)
				setImmediate(() => {
					const all = waiting;
					waiting = [];
					for (const of of ["texts", "leases"] as const)
						void answerAll(
							pool,
							of,
							all.filter((each) => each.look.of === of),
						);
				});
			waiting.push({ look, answer, fail });
		});
}

async function answerAll(pool: Pool, of: Look["of"], all: readonly Waiting[]): Promise<void> {
	if (all.length === 0) return;
	try {
		const names = all.map((): string[] => []);
		for (const { at, name } of await pool.run("read", (ask) =>
			ask(SQL[of], [all.map(({ look }) => look.tenant), all.map(({ look }) => look.beginning)]),
		))
			names[Number(at) - 1]?.push(String(name));
		for (const [index, { answer }] of all.entries()) answer(names[index] ?? []);
	} catch (error) {
		for (const { fail } of all) fail(error);
	}
}

const ASKED = "unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (tenant, beginning, at)";
/** Names begin with a folder and a slash, after which comes the nought: the index is read between both. */
const AFTER = "left(asked.beginning, -1) || '0'";
const SQL: Readonly<Record<Look["of"], string>> = {
	texts: `SELECT asked.at, each.name FROM ${ASKED} JOIN showrun_service.texts AS each
		ON each.tenant = asked.tenant AND each.name >= asked.beginning AND each.name < ${AFTER}
		ORDER BY asked.at, each.name`,
	leases: `SELECT asked.at, each.name FROM ${ASKED} JOIN showrun_service.leases AS each
		ON each.tenant = asked.tenant AND each.name ^@ asked.beginning AND each.until > clock_timestamp()
		ORDER BY asked.at, each.name`,
};
