import { setTimeout as wait } from "node:timers/promises";
import type { Fault } from "../../postgres/proxy.ts";
import type { Server } from "../../postgres/server.ts";
import type { Actor } from "./actors.ts";

/** What happens while a service of several delivers, while a worker makes a clip, or to their database. */
export const SERVICE_TROUBLES = [
	...["killed before the answer", "killed after the answer", "stopped", "crash"],
	...["cut", "answer lost", "commit held", "worker killed", "worker stopped"],
] as const;
export type ServiceTroubleName = (typeof SERVICE_TROUBLES)[number];

/** One trouble. */
export interface ServiceTrouble {
	readonly name: ServiceTroubleName;
	/** Which of the transactions under the lease it meets, and which statement of that, from 0. */
	readonly at: readonly [transaction: number, statement: number];
	/** How long what is held back or stopped is. Milliseconds. */
	readonly ms: number;
}

/** What is struck. */
export interface Struck {
	readonly server: Server;
	/** The one that delivers. */
	readonly leader: Actor;
	readonly workers: readonly Actor[];
}

/** A trouble that waits for its moment. */
export interface Waiting {
	/** A receiver has a post, and has not answered. */
	onArrival(): Promise<void>;
	hasMet(): boolean;
}

/** Lies in wait, as a post and a task are asked for. */
export function lieInWait(trouble: ServiceTrouble, struck: Struck): Waiting {
	const { name, ms } = trouble;
	const { server, leader, workers } = struck;
	let hasMet = false;
	const met = () => {
		hasMet = true;
	};
	if (name === "cut") hit(leader, trouble, { when: "before", act: met });
	if (name === "answer lost") hit(leader, trouble, { when: "after", act: met });
	const held = () => {
		met();
		return wait(ms);
	};
	if (name === "commit held") hit(leader, trouble, { when: "before", act: held, goesOn: true });
	if (name === "worker killed" || name === "worker stopped")
		void whoMakes(workers).then((worker) => {
			if (worker === undefined) return;
			met();
			if (name === "worker killed") worker.signal("SIGKILL");
			else stop(worker, ms);
		});
	const arrivals: Partial<Record<ServiceTroubleName, () => Promise<void> | void>> = {
		"killed before the answer": () => leader.signal("SIGKILL"),
		"killed after the answer": () => void setTimeout(() => leader.signal("SIGKILL"), SOON_MS),
		stopped: () => stop(leader, ms),
		crash: () => server.crash(),
	};
	const act = arrivals[name];
	return {
		hasMet: () => hasMet,
		async onArrival() {
			if (act === undefined) return;
			met();
			await act();
		},
	};
}

/** Long enough for an answer to be read, and for nothing more. Milliseconds. */
const SOON_MS = 5;

function stop(actor: Actor, ms: number): void {
	actor.signal("SIGSTOP");
	setTimeout(() => actor.signal("SIGCONT"), ms);
}

/** A transaction under a lease begins with this. */
const UNDER_LEASE = /^SELECT fence FROM showrun_service\.leases\s+WHERE tenant/;

/** Hits a statement of a transaction that is written under a lease; a commit where one is held back. */
function hit(
	{ proxy }: Actor,
	{ name, at: [transaction, statement] }: ServiceTrouble,
	how: Omit<Fault, "at">,
) {
	let left = transaction;
	const next = (): number => proxy.statements.length + 1;
	const look = (): Fault => ({
		...{ at: next(), when: "before", goesOn: true },
		act(text) {
			const isFound = UNDER_LEASE.test(text) && left-- === 0;
			const after = proxy.statements.length + 1;
			if (!isFound) proxy.fault = { ...look(), at: after };
			else if (name === "commit held") proxy.fault = { ...lookForCommit(), at: after };
			else proxy.fault = { ...how, at: proxy.statements.length + statement + 1 };
		},
	});
	const lookForCommit = (): Fault => ({
		...{ at: next(), when: "before", goesOn: true },
		async act(text) {
			if (/^COMMIT/i.test(text)) return how.act(text);
			proxy.fault = { ...lookForCommit(), at: proxy.statements.length + 1 };
		},
	});
	proxy.fault = look();
}

const [LOOK_MS, LOOKS] = [25, 400];

/** The worker that makes something. Undefined: none did in ten seconds. */
async function whoMakes(workers: readonly Actor[]): Promise<Actor | undefined> {
	for (let looks = 0; looks < LOOKS; looks++) {
		const found = workers.find((worker) => worker.isMaking());
		if (found !== undefined) return found;
		await wait(LOOK_MS);
	}
	return undefined;
}
