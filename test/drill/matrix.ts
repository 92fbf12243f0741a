import pLimit from "p-limit";
import type { Operation } from "../../src/model/snapshot.ts";
import { type Commit, FAULTS, type Fault, KINDS, STEPS, type Step, type WriteKind } from "./cell.ts";
import { doubled, type Judge } from "./judge.ts";
import type { Found, Ground } from "./part.ts";
import { APPLY, campaignOf, type Disturbed, ended, type Place, place, remove, write } from "./place.ts";

/** One square of the matrix. */
export interface Square {
	readonly step: Step;
	readonly fault: Fault;
	readonly kind: WriteKind;
	/** Of the service, and of the settings. */
	readonly idempotency: boolean;
	/** Bare writes of the process end halfway. */
	readonly short?: true;
}

/** Every square, idempotency off first: that is the main result. */
export const SQUARES: readonly Square[] = [false, true].flatMap((idempotency) =>
	KINDS.flatMap((kind) =>
		FAULTS.flatMap((fault) => STEPS.map((step) => ({ step, fault, kind, idempotency }))),
	),
);

/** A few squares once more, on a disk that takes only half of what a bare write gives it. */
export const SHORT_SQUARES: readonly Square[] = (
	["never", "intent synced", "armed synced", "answer read", "outcome synced"] as const
).map((step) => ({
	...{ step, fault: "normal", kind: "publish", idempotency: false, short: true },
}));

/** What came of a square: everything that did not hold, in words. */
interface Result {
	readonly square: Square;
	readonly broken: readonly string[];
	/** A person had to say what became of the write. */
	readonly asked: boolean;
}

/** Tries squares, three at a time: many only wait. */
export async function trySquares(
	squares: readonly Square[],
	{ judge, settled, only }: Ground,
): Promise<Found> {
	const inTurn = pLimit(3);
	const chosen = squares.filter((square) => nameOf(square).includes(only));
	const results = await Promise.all(
		chosen.map((square) => inTurn(() => trySquare(square, { judge, settled }).catch(failed(square)))),
	);
	const broken = results.flatMap((result) =>
		result.broken.map((each) => `${nameOf(result.square)}: ${each}`),
	);
	return {
		cases: results.length,
		broken,
		note: [...told(results, "off"), ...told(results, "on")].join("; "),
	};
}

/** How many squares held, by kind, and in how many a person had to say what became of the write. */
function told(results: readonly Result[], keys: "on" | "off"): readonly string[] {
	const kinds = KINDS.flatMap((kind) => {
		const all = results.filter(
			({ square }) => square.kind === kind && square.idempotency === (keys === "on"),
		);
		if (all.length === 0) return [];
		const [held, asked] = [
			all.filter(({ broken }) => broken.length === 0).length,
			all.filter((result) => result.asked).length,
		];
		return `${kind} ${held} of ${all.length} held, a person was asked in ${asked}`;
	});
	return kinds.length === 0 ? [] : [`keys ${keys}: ${kinds.join(", ")}`];
}

function failed(square: Square): (error: unknown) => Result {
	return (error) => ({ square, broken: [String(error)], asked: false });
}

/**
 * Kills a run at the step, then runs and resolves until nothing is left to do. Judged by the
 * service's own log.
 */
async function trySquare(
	square: Square,
	{ judge, settled }: { readonly judge: Judge; readonly settled: Place },
): Promise<Result> {
	const name = nameOf(square).replaceAll(/\W+/g, "-");
	const faults = [{ kind: square.kind, nth: 1, fault: square.fault }];
	const url = await judge.cell(name, { faults, idempotency: square.idempotency });
	const here = place(square.kind === "submit" ? undefined : settled);
	write(here, { url, campaign: campaignOf(square.kind), idempotency: square.idempotency });
	const trial: Trial = { square, here, commits: () => judge.commits(name), broken: [], asked: false };
	await firstRun(trial);
	await bringHome(trial);
	judgeEnd(trial);
	if (trial.broken.length === 0) remove(here);
	return { square, broken: trial.broken, asked: trial.asked };
}

function nameOf({ kind, fault, step, idempotency, short }: Square): string {
	return `${kind}, ${fault}, ${step}, keys ${idempotency ? "on" : "off"}${short ? ", short writes" : ""}`;
}

interface Trial {
	readonly square: Square;
	readonly here: Place;
	readonly commits: () => readonly Commit[];
	readonly broken: string[];
	asked: boolean;
}

async function firstRun({ square, here, broken, commits }: Trial): Promise<void> {
	const { step, short } = square;
	const { code, out, err } = await ended(here, APPLY, { step, ...(short && { short }) });
	if (step !== "never" && code !== null) broken.push(`it was to die, and ended with ${code}: ${out}${err}`);
	if (step === "never" && code !== 0 && err + out === "") broken.push(`it ended with ${code} without a word`);
	const early = STEPS.slice(1, STEPS.indexOf("last byte sent")).includes(step);
	if (early && commits().length > 0) broken.push("it was executed before the last byte was to leave");
}

/** Five runs at most: what a service does wrong once, it does wrong in one of them. */
const RUNS = 5;

async function bringHome(trial: Trial): Promise<void> {
	const { here, broken } = trial;
	for (let [runs, again] = [1, [] as readonly string[]]; runs <= RUNS; runs++) {
		const { code, out, err } = await ended(here, [...APPLY, ...again], disturbedAfter(trial));
		if (code === 0 && (runs === RUNS || !isPutOff(trial))) return;
		if (code === 0) continue;
		if (code === null || !/talk/.test(out + err))
			return void broken.push(`a later run ended with ${code} and named nothing: ${out}${err}`);
		// What was refused is sent again by a person's word alone.
		again = /--retry '/.test(out) ? ["--retry", "*"] : [];
		if (code === 4) await resolve(trial, out + err);
		else if (!/refused|status 4/.test(out + err))
			return void broken.push(`a later run ended with ${code}: ${out}${err}`);
	}
	broken.push(`${RUNS} runs did not bring it home`);
}

/** A write that was refused for a second is made by a run after it, and by none before. */
function isPutOff({ square, commits }: Trial): boolean {
	return square.fault === "429" && !commits().some(({ kind }) => kind === square.kind);
}

/** With that fault the later runs come a little later. */
function disturbedAfter({ square: { short, fault } }: Trial): Disturbed {
	return { ...(short && { short }), ...(fault === "429" && { clockMs: 1_500 }) };
}

/** A person looks into the service, and says the truth about every unknown outcome. */
async function resolve(trial: Trial, said: string): Promise<void> {
	const { here, broken, commits } = trial;
	trial.asked = true;
	// A repetition that is refused does not say what became of the first attempt.
	if (trial.square.idempotency && trial.square.fault !== "refuse")
		broken.push("a person was asked although the service recognises keys");
	for (const { id, address } of await unknownIn(here)) {
		if (!said.includes(address) && !said.includes(id)) broken.push(`the run did not name ${address}`);
		const made = commits().find(({ key }) => key === id);
		const word = made ? ["--posted", "--task-id", made.id] : ["--not-posted"];
		const resolved = await ended(here, ["resolve", id, ...word], { clockMs: EMBARGO_MS });
		if (resolved.code !== 0)
			broken.push(`resolve ${word.join(" ")} ended with ${resolved.code}: ${resolved.err}`);
	}
}

/** The unknown outcomes that `status` names. Throws when it names none, or does not end with 4. */
export async function unknownIn(here: Place): Promise<readonly Operation[]> {
	const { code, out, err } = await ended(here, ["status", "--json"]);
	if (code !== 4) throw new Error(`status ended with ${code} while an outcome was unknown: ${out}${err}`);
	const status: { readonly operations: Readonly<Record<string, Operation>> } = JSON.parse(out);
	return Object.values(status.operations);
}

/** More than a person has to wait before saying "not posted", in milliseconds. */
export const EMBARGO_MS = 45 * 60_000;

function judgeEnd({ commits, broken, square }: Trial): void {
	const made = commits();
	for (const identity of doubled(made)) broken.push(`executed twice: ${identity}`);
	if (!made.some(({ kind }) => kind === square.kind)) broken.push("lost: it was never executed");
}
