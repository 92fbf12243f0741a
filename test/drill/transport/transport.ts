import pLimit from "p-limit";
import { publishCall, sendTo } from "../../api/sending.ts";
import type { Found, Part } from "../part.ts";
import { TRANSPORT_FAULTS, type TransportFault, type Verdict } from "./faults.ts";
import { startProxy } from "./proxy.ts";
import { startService } from "./service.ts";

/** What came of a post through one fault. */
export interface TransportResult {
	readonly name: string;
	readonly fault: TransportFault;
	readonly found: Verdict;
	/** How often it was sent. */
	readonly tries: number;
	readonly message: string;
}

/** Longest wait for an answer here, in milliseconds. */
const ANSWER_MS = 1_500;
/** Long enough for a cut or an early answer to be heard on a busy machine, in milliseconds. */
const SETTLE_MS = 1_000;
const TRIES = 3;

/**
 * Sends a post through the fault, and again through a healthy connection for as long as the outcome says that
 * it may be sent again, as `apply` does.
 */
async function tryFault(name: string, fault: TransportFault): Promise<TransportResult> {
	const service = await startService();
	const proxy = await startProxy(service.port, fault);
	try {
		for (let tries = 1; ; tries++) {
			const {
				class: found,
				next,
				message,
			} = await sendTo(proxy.url, {
				call: publishCall(),
				limits: { answerMs: ANSWER_MS, settleMs: SETTLE_MS },
			});
			proxy.meddling = {};
			if (next === "retry" && tries < TRIES) continue;
			// What else was carried may still be on its way.
			await new Promise((settle) => setTimeout(settle, 30));
			const verdict = `${found}, ${service.executed.length}` as Verdict;
			if (proxy.connections.count !== tries)
				throw new Error(`${proxy.connections.count} connections for ${tries} tries`);
			return { name, fault, found: verdict, tries, message };
		}
	} finally {
		proxy.close();
		service.close();
	}
}

/** Tries every fault whose name holds the words. */
export async function tryFaults(only = ""): Promise<readonly TransportResult[]> {
	const limit = pLimit(8);
	const chosen = Object.entries(TRANSPORT_FAULTS).filter(([name]) => name.includes(only));
	return Promise.all(chosen.map(([name, fault]) => limit(tryFault, name, fault)));
}

/** The faults, what became of the post, and how often it was executed; then what did not hold. */
export const transport: Part = {
	claim: "a raw proxy in the way: a post is executed once, or visibly unknown",
	run: async ({ only }) => found(await tryFaults(only)),
};

function found(results: readonly TransportResult[]): Found {
	for (const { name, found, tries, fault } of results) {
		const [outcome = "", executions = ""] = found.split(", ");
		const why = fault.unpreventable === undefined ? "" : `  cannot be prevented: ${fault.unpreventable}`;
		console.log(`${name.padEnd(50)} ${outcome.padEnd(8)} executed ${executions}  sent ${tries}${why}`);
	}
	const broken = results.filter(({ found, fault }) => found !== fault.expected);
	const excused = results.filter(({ fault }) => fault.unpreventable !== undefined).length;
	return {
		cases: results.length,
		broken: broken.map(
			({ name, found, fault, message }) => `${name}: ${found}, expected ${fault.expected} (${message})`,
		),
		note: `${excused} of them no client can prevent`,
	};
}
