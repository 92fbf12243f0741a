import { userInfo } from "node:os";
import type { OtherClocks } from "../../model/boot-time.ts";
import { defined } from "../../model/defined.ts";
import { Fault, StopFault } from "../../model/fault.ts";
import type { Settings } from "../../model/settings.ts";
import type { Operation, Snapshot } from "../../model/snapshot.ts";
import type { Word } from "../../model/unknown.ts";
import { named, unknownsOf } from "../../plan/unknowns.ts";
import { type Attribution, type Resolved, resolutionOf } from "../../reconcile/resolution.ts";
import { otherClocks } from "../../reconcile/service-time.ts";
import { systemClock } from "../../system/clock.ts";
import { plain } from "../../views/ink.ts";
import { renderUnknown, unknownEvent, type ZonedInk } from "../../views/unknown.ts";
import { didYouMean } from "../../yaml/suggest.ts";
import { EXIT, Exit } from "../exit.ts";
import { walkThrough } from "../terminal/resolve-prompts.ts";
import { asked, inkOf, interactive, lines, out, stopSignal } from "../terminal/terminal.ts";
import { campaignZones, localZone } from "../wiring/campaign-zones.ts";
import { connectService } from "../wiring/service.ts";
import { storeOf } from "../wiring/store.ts";
import { settingsIn } from "../wiring/workspace.ts";

interface ResolveFlags {
	readonly posted?: true;
	readonly notPosted?: true;
	readonly abandon?: true;
	/** A post that was handed over was cancelled at the service. */
	readonly cancelled?: true;
	/** A post was changed by hand to what its campaign says. */
	readonly edited?: true;
	readonly taskId?: string;
	readonly idUnknown?: true;
	readonly reason?: string;
	readonly in: string;
	readonly json?: true;
}

/**
 * `showrun resolve`: records in the journal what became of unknown outcomes. Without arguments it
 * prompts for each on a terminal, and lists them elsewhere.
 */
export async function resolve(selectors: readonly string[], flags: ResolveFlags): Promise<void> {
	const word = wordOf(flags);
	const signal = stopSignal();
	if (flags.edited) return (await import("./resolve-edited.ts")).resolveEdited({ selectors, flags, signal });
	const settings = await settingsIn(flags.in, { keyless: true });
	const resolving = { settings, selectors, flags, signal };
	if (flags.cancelled) return (await import("./resolve-cancelled.ts")).resolveCancelled(resolving);
	if (word !== undefined) return settleAll(resolving, word);
	const snapshot = await storeOf(settings).read();
	const found = selectors.length === 0 ? unknownsOf(snapshot) : mustBeNamed(snapshot, selectors);
	const left = !flags.json && interactive() ? await ask(resolving, found) : await show(resolving, found);
	if (left > 0) throw new Exit(EXIT.unknown);
}

interface Resolving {
	readonly settings: Settings;
	readonly selectors: readonly string[];
	readonly flags: ResolveFlags;
	readonly signal: AbortSignal;
}

function wordOf({ posted, notPosted, abandon, taskId, idUnknown }: ResolveFlags): Word | undefined {
	if (posted) return { as: "posted", ...(taskId !== undefined && { taskId: mustBeId(taskId) }) };
	if (taskId !== undefined || idUnknown)
		throw new StopFault("--task-id and --id-unknown are for requests that were executed.", {
			remedy: "Add --posted.",
		});
	if (notPosted) return { as: "not-posted" };
	return abandon ? { as: "abandoned" } : undefined;
}

function mustBeId(text: string): string {
	if (/^[\x21-\x7e]{1,256}$/.test(text)) return text;
	throw new StopFault(`"${plain(text)}" is not an id of the service.`, {
		remedy: "Copy it from the service, alone and without blanks: --task-id 0190f3…",
	});
}

/** All that are named, or none of them. */
async function settleAll({ settings, selectors, flags, signal }: Resolving, word: Word): Promise<void> {
	if (selectors.length === 0)
		throw new StopFault("resolve needs the ids or addresses of attempts.", {
			remedy: "Add them, or '*' for all. List them with: showrun resolve --json",
		});
	const writer = await storeOf(settings).open({
		command: ["showrun resolve", ...selectors].join(" "),
		waitMs: 0,
		signal,
	});
	try {
		const found = mustBeNamed(writer.snapshot(), selectors);
		if (word.as === "posted" && word.taskId !== undefined && found.length > 1)
			throw new StopFault(`One task id belongs to one attempt, and ${found.length} attempts match.`, {
				remedy: "Name one of them by its id.",
			});
		const attribution = await attributionOf({ settings, selectors, flags, signal }, word, found);
		const entries = found.map((operation) => ({
			operation,
			entry: resolutionOf(operation, word, attribution),
		}));
		for (const { operation, entry } of entries) {
			await writer.append(entry);
			out(flags.json ? lines([resolvedEvent(operation, entry)]) : resolvedLine(operation, entry));
		}
	} finally {
		await writer.close();
	}
}

async function attributionOf(
	{ settings, flags, signal }: Resolving,
	word: Word,
	found: readonly Operation[],
): Promise<Attribution> {
	const { reason: why } = flags;
	const clocks = await otherClocks({ clock: systemClock, service: { skew: () => undefined } });
	const isOtherBoot = ({ armedClocks }: Operation) =>
		armedClocks?.service !== undefined && armedClocks.boot?.boot !== clocks?.boot?.boot;
	const asks = word.as === "not-posted" && found.some(isOtherBoot);
	const service = asks ? await serviceClock(settings, signal) : undefined;
	return defined({ by: userInfo().username, at: systemClock.now(), why, clocks: service ?? clocks });
}

/**
 * The service's clock, for attempts of before a restart or of another machine. Undefined: it cannot be asked.
 */
async function serviceClock(settings: Settings, signal: AbortSignal): Promise<OtherClocks | undefined> {
	if (settings.service.url === undefined || settings.service.apiKey === undefined) return undefined;
	const { service, close } = await connectService(settings, "read", { cache: false });
	try {
		await service.accounts(signal);
		return await otherClocks({ clock: systemClock, service });
	} catch (error) {
		if (!(error instanceof Fault)) throw error;
		return undefined;
	} finally {
		await close();
	}
}

function mustBeNamed(snapshot: Snapshot, selectors: readonly string[]): readonly Operation[] {
	const all = unknownsOf(snapshot);
	const { found, foreign } = named(all, selectors);
	if (foreign.length === 0) return found;
	const known = all.flatMap(({ id, address }) => [id, address]);
	throw new StopFault(`No unknown outcome has the id or address ${foreign.map(plain).join(", ")}.`, {
		remedy:
			all.length === 0
				? "No outcome is unknown."
				: `${didYouMean(foreign[0] ?? "", known, "Unknown")}\nSee: showrun status`.trim(),
	});
}

function resolvedEvent({ address, kind }: Operation, { operation, as, by, why, resource }: Resolved): object {
	return {
		type: "resolved",
		operation,
		address,
		kind,
		as,
		by,
		...defined({ why }),
		...(resource?.taskId && { taskId: resource.taskId }),
	};
}

function resolvedLine({ address }: Operation, { as }: Resolved): string {
	return `${plain(address)}: resolved as ${as}.\n`;
}

/** Lists them; how many there are. */
async function show(resolving: Resolving, found: readonly Operation[]): Promise<number> {
	if (resolving.flags.json) out(lines(found.map(unknownEvent)));
	else if (found.length === 0) out("No outcome is unknown.\n");
	else {
		const ink = await zonedInk(resolving, process.stdout);
		out(found.map((operation) => renderUnknown(operation, ink)).join("\n"));
	}
	return found.length;
}

/**
 * Goes through them with a person; how many stay unknown. Others may work with the state while somebody
 * looks.
 */
async function ask(resolving: Resolving, found: readonly Operation[]): Promise<number> {
	const { settings, signal } = resolving;
	const settle = async (operation: Operation, word: Word) => {
		const entry = resolutionOf(operation, word, await attributionOf(resolving, word, [operation]));
		const writer = await storeOf(settings).open({
			command: `showrun resolve ${operation.id}`,
			waitMs: 0,
			signal,
		});
		try {
			mustBeNamed(writer.snapshot(), [operation.id]);
			await writer.append(entry);
		} finally {
			await writer.close();
		}
		out(resolvedLine(operation, entry));
	};
	const ink = await zonedInk(resolving, process.stderr);
	return walkThrough(found, {
		ask: (question) => asked(question, signal),
		tell: (text) => process.stderr.write(text),
		settle,
		ink,
	});
}

async function zonedInk({ settings, signal }: Resolving, stream: NodeJS.WriteStream): Promise<ZonedInk> {
	return { ...inkOf(stream), zones: await campaignZones(settings, signal), zone: localZone() };
}
