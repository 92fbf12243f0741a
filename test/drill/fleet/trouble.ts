import { setTimeout as wait } from "node:timers/promises";
import type { Between, Fault } from "../../postgres/proxy.ts";
import type { Server } from "../../postgres/server.ts";

/** What happens to the daemon that arms next, or to its connection, or to the database. */
export const TROUBLES = [
	"cut before",
	"answer lost",
	"late",
	"kill",
	"kill, answered",
	"stop",
	"crash",
	"crash, committed",
] as const;
export type TroubleName = (typeof TROUBLES)[number];

/** One trouble, and which statement it meets, counted from the first that arms. */
export interface Trouble {
	readonly name: TroubleName;
	readonly at: number;
	/** How long what is held back or stopped is. Milliseconds. */
	readonly ms: number;
}

/** What it happens to. */
export interface Victim {
	readonly proxy: Between;
	readonly server: Server;
	signal(signal: NodeJS.Signals): void;
}

/** The first statement that only arming makes. */
const ARMS = /^INSERT INTO showrun\.accounts/;

/** Lets it happen once, at the given statement after arming begins. Resolves when it is over. */
export function strike({ name, at, ms }: Trouble, victim: Victim): Promise<void> {
	const { proxy } = victim;
	return new Promise((over) => {
		const look = (): Fault => ({
			...{ at: proxy.statements.length + 1, when: "before", goesOn: true },
			act(statement) {
				const next = proxy.statements.length;
				proxy.fault = ARMS.test(statement) ? hit(next + 1 + at) : { ...look(), at: next + 1 };
			},
		});
		const hit = (statement: number): Fault => ({
			...{ at: statement, when: WHEN[name], ...(GOES_ON.includes(name) && { goesOn: true as const }) },
			async act() {
				await ACTS[name](victim, ms).then(over, over);
			},
		});
		proxy.fault = look();
	});
}

const WHEN: Readonly<Record<TroubleName, Fault["when"]>> = {
	...{ "cut before": "before", "answer lost": "after", late: "before", kill: "before" },
	...{ "kill, answered": "after", stop: "before", crash: "before", "crash, committed": "after" },
};

const GOES_ON: readonly TroubleName[] = ["late", "stop"];

const ACTS: Readonly<Record<TroubleName, (victim: Victim, ms: number) => Promise<void>>> = {
	"cut before": async () => {},
	"answer lost": async () => {},
	late: (_, ms) => wait(ms),
	kill: async ({ signal }) => signal("SIGKILL"),
	"kill, answered": async ({ signal }) => signal("SIGKILL"),
	async stop({ signal }, ms) {
		signal("SIGSTOP");
		// What it asked is done meanwhile, and nobody hears the answer.
		setTimeout(() => signal("SIGCONT"), ms);
	},
	crash: ({ server }) => server.crash(),
	"crash, committed": ({ server }) => server.crash(),
};
