import { constants } from "node:os";
import { isDeepStrictEqual } from "node:util";
import type { AddressText } from "../../../model/address.ts";
import type { Campaign } from "../../../model/campaign.ts";
import type { Fault } from "../../../model/fault.ts";
import { keysOf } from "../../../model/keys.ts";
import type { Snapshot } from "../../../model/snapshot.ts";
import { systemClock } from "../../../system/clock.ts";
import { type Agenda, type Planned, planned } from "../agenda.ts";
import { withKnownItems } from "../items.ts";
import { openInputs, type PageInputs, type PageSubject } from "./inputs.ts";
import { answerOwner, inputArgs, ownAnswer } from "./own-command.ts";

/** What is planned, told by one process to another. */
interface PlanMessage extends Planned {
	/** Names the state it was made for. */
	readonly state: string;
	/** Sources that could not be read. */
	readonly faults: readonly Pick<Fault, "message" | "remedy">[];
	/** Milliseconds. */
	readonly tookMs: number;
}

/** What was planned last, and for what. */
export interface LastPlan extends PlanMessage {
	/** It was made for these, or for a state a little newer. */
	readonly inputs: PageInputs;
	/** With the items of feeds that the state knew. */
	readonly campaigns: Agenda["campaigns"];
	readonly madeAt: number;
}

/** Makes a plan in this process. */
export async function planHere(inputs: PageInputs, signal: AbortSignal): Promise<LastPlan> {
	const { settings, known } = inputs;
	const campaigns = await campaignsOf(inputs);
	const begun = performance.now();
	const faults: Fault[] = [];
	const complain = (fault: Fault) => void faults.push(fault);
	const now = systemClock.now();
	const made = await planned({ settings, campaigns, snapshot: known, now, complain }, signal);
	const tookMs = performance.now() - begun;
	return { ...made, state: nameOf(known), faults, tookMs, inputs, campaigns, madeAt: systemClock.now() };
}

/** Has it made by a process of its own; pages are made meanwhile. Undefined: that did not work. */
export async function planApart(
	inputs: PageInputs,
	{ paths, flags, signal }: Omit<PageSubject, "settings">,
): Promise<LastPlan | undefined> {
	const args = ["ui", "--make-plan", "unshown", ...inputArgs(flags), "--", ...paths];
	const priority = constants.priority.PRIORITY_LOW;
	const told = await ownAnswer<PlanMessage>(args, signal, { priority });
	return told && { ...told, inputs, campaigns: await campaignsOf(inputs), madeAt: systemClock.now() };
}

/** Makes that plan for the process that started this one. */
export async function tellUnshownPlan(subject: PageSubject): Promise<void> {
	const { changes, moves, state, faults, tookMs } = await planHere(
		await openInputs(subject)(),
		subject.signal,
	);
	const told = faults.map(({ message, remedy }) => ({ message, remedy }));
	await answerOwner({ changes, moves, state, faults: told, tookMs });
}

/** With the items of feeds that the state knows. */
export function campaignsOf({ settings, readable, known }: PageInputs): Promise<Agenda["campaigns"]> {
	return withKnownItems({ campaigns: readable, settings, snapshot: known });
}

/** Whether the same campaigns are planned by the same settings. */
export function isOfSameFiles({ inputs: before }: LastPlan, now: PageInputs): boolean {
	return (
		before.readable.length === now.readable.length &&
		before.readable.every((campaign, at) => campaign === now.readable[at]) &&
		JSON.stringify(before.settings) === JSON.stringify(now.settings)
	);
}

/** Whether the campaigns differ by nothing but what was decided about their clips. */
export function isOfSameTexts({ inputs: before }: LastPlan, now: PageInputs): boolean {
	return (
		before.readable.length === now.readable.length &&
		before.readable.every((campaign, at) => differsByReviews(campaign, now.readable[at])) &&
		JSON.stringify(before.settings) === JSON.stringify(now.settings)
	);
}

const OF_REVIEWS: ReadonlySet<string> = new Set([
	"reviews",
	"videos",
	"digest",
	"ofItems",
] satisfies (keyof Campaign)[]);

/** A text that was kept gives the same values again, to which the reviews are added. */
function differsByReviews(before: Campaign, now: Campaign | undefined): boolean {
	if (before === now || now === undefined) return before === now;
	const names = new Set([...Object.keys(before), ...Object.keys(now)]) as Set<keyof Campaign>;
	return [...names].every((name) => OF_REVIEWS.has(name) || before[name] === now[name]);
}

/** Whether it was made for this state. */
export function isOfState({ state }: LastPlan, now: Snapshot): boolean {
	return state === nameOf(now);
}

function nameOf({ lineage, serial, operations }: Snapshot): string {
	return JSON.stringify([lineage, serial, operations]);
}

/**
 * What was planned, as far as it still holds for another state: of an address that something became of since,
 * the state alone tells until the next plan.
 */
export function stillPlanned({ inputs, changes }: LastPlan, now: Snapshot): Planned {
	const touched = touchedSince(inputs.known, now);
	return { changes: changes.filter(({ address }) => !touched.has(address)) };
}

function touchedSince(before: Snapshot, now: Snapshot): ReadonlySet<AddressText> {
	const addresses = new Set([...keysOf(before.resources), ...keysOf(now.resources)]);
	const attempts = [before, now].flatMap(({ operations }) => Object.values(operations));
	return new Set([
		...[...addresses].filter((each) => !isDeepStrictEqual(before.resources[each], now.resources[each])),
		...attempts.map(({ address }) => address),
	]);
}
