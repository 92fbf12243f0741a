import { ulid } from "ulid";
import { instantOf } from "../compose/when.ts";
import { accountKey } from "../model/account.ts";
import type { EpochMs } from "../model/brand.ts";
import { defined } from "../model/defined.ts";
import { StopFault } from "../model/fault.ts";
import type { JournalEntry, LedgerEntry, PostState, Snapshot, VideoState } from "../model/snapshot.ts";
import type { PublishStatus } from "../model/task.ts";
import { type ImportTarget, postedBefore } from "../plan/importing.ts";
import type { ReadContext } from "./context.ts";
import { askExtensions, optionsNow } from "./declared.ts";

/** What a person says about a thing made elsewhere. */
export interface ImportRequest {
	/** The service's id. Absent: unknown, which only a post may be. */
	readonly taskId?: string;
	/** Wall clock in the campaign's zone at which a post went out, or will. Absent: it is out, at some time. */
	readonly at?: string;
	readonly by: string;
}

type Of<Kind extends ImportTarget["kind"]> = Extract<ImportTarget, { readonly kind: Kind }>;
export type Imported = Extract<JournalEntry, { readonly type: "imported" }>;

/**
 * The entry that records something made elsewhere, after looking at it in the service. Writes and sends
 * nothing.
 * Throws `StopFault` for what state has already, and for what does not fit.
 */
export async function importResource(
	context: ReadContext,
	snapshot: Snapshot,
	{ target, request }: { readonly target: ImportTarget; readonly request: ImportRequest },
): Promise<Imported> {
	mustBeUnknown(target, request, snapshot);
	const at = context.clock.now();
	const about = { type: "imported", address: target.address, at, by: request.by } as const;
	if (target.kind === "video") return { ...about, resource: await videoOf(context, target, request.taskId) };
	const state = await postOf(context, target, request);
	return { ...about, ...(state.resource && { resource: state.resource }), moment: momentOf(target, state) };
}

function mustBeUnknown(target: ImportTarget, { taskId }: ImportRequest, snapshot: Snapshot): void {
	const { address } = target;
	if (Object.hasOwn(snapshot.resources, address))
		throw new StopFault(`${address} already exists in the state.`, {
			remedy: `See: showrun state show '${address}'`,
		});
	const open = Object.values(snapshot.operations).find((operation) => operation.address === address);
	if (open)
		throw new StopFault(`${address} has an attempt whose outcome is unknown.`, {
			remedy: `Resolve it first: showrun resolve ${open.id} --posted`,
		});
	const other = Object.entries(snapshot.resources).find(
		([, state]) => taskId !== undefined && state.taskId === taskId,
	);
	if (other)
		throw new StopFault(`The task ${taskId} is ${other[0]} already.`, {
			remedy: "Use `moved` in the campaign to give it another address.",
		});
	const before = target.kind === "post" ? postedBefore(snapshot, target) : undefined;
	if (before)
		throw new StopFault(`This moment counts as posted to this account already: ${before.address}.`, {
			remedy: "Nothing more is needed.",
		});
}

/** A cut may end a little after what the file says is its length. */
const SLACK_MS = 1_000;

async function videoOf(
	{ service, signal, clock }: ReadContext,
	{ address, request, durationMs }: Of<"video">,
	taskId: string | undefined,
): Promise<VideoState> {
	if (taskId === undefined)
		throw new StopFault("A clipping task needs its id.", {
			remedy: `showrun import ${address} TASK_ID`,
		});
	const { status, error, clips } = await service.results(taskId, signal);
	if (status === "FAILED")
		throw new StopFault(`The task ${taskId} failed: ${error ?? "the service gave no message"}.`, {
			remedy: "showrun apply submits a new one.",
		});
	const beyond =
		durationMs === undefined ? undefined : clips.find(({ moment }) => moment.to > durationMs + SLACK_MS);
	if (beyond)
		throw new StopFault(
			`The task ${taskId} has a clip that ends at ${seconds(beyond.moment.to)}, ` +
				`but the source of ${address} is only ${seconds(durationMs)} long.`,
			{
				remedy: "It was made from another video: look up the right id in the service.",
			},
		);
	return { kind: "video", request, taskId, submittedAt: clock.now(), status };
}

interface FoundPost {
	readonly resource?: PostState;
	/** When it was posted, or was taken by the service. */
	readonly acceptedAt: EpochMs;
	readonly scheduledAt?: EpochMs;
}

async function postOf(
	context: ReadContext,
	target: Of<"post">,
	{ taskId, at: wall }: ImportRequest,
): Promise<FoundPost> {
	const now = context.clock.now();
	const at = wall === undefined ? undefined : instant(wall, target.timezone);
	const ahead = at !== undefined && at > now ? at : undefined;
	const times = {
		acceptedAt: ahead === undefined ? (at ?? now) : now,
		...defined({ scheduledAt: ahead }),
	};
	const status = await statusOf(context, taskId, { ahead: ahead !== undefined });
	if (target.request === undefined) return times;
	const request = { ...target.request, ...defined({ scheduledAt: ahead }) };
	return {
		...times,
		resource: {
			kind: "post",
			request,
			acceptedAt: times.acceptedAt,
			...status,
			...defined({ taskId }),
		},
	};
}

function instant(wall: string, zone: string): EpochMs {
	const found = instantOf(wall, zone);
	if (found) return found.at;
	throw new StopFault(`\`${wall}\` is no time.`, {
		remedy: "Write it as the campaign's clocks show it: --at 2026-12-01T09:00",
	});
}

/** What the service says of it, where it tells; else the word of a person. */
async function statusOf(
	context: ReadContext,
	taskId: string | undefined,
	{ ahead }: { readonly ahead: boolean },
): Promise<Pick<PostState, "status" | "location">> {
	const { service, signal } = context;
	if (taskId !== undefined) await askExtensions(context);
	if (taskId === undefined || !optionsNow(context).publishStatus)
		return { status: ahead ? "SCHEDULED" : "DONE" };
	const { status, location, error } = await service.publishTask(taskId, signal);
	if (NOT_POSTED.includes(status))
		throw new StopFault(
			`The service says that ${taskId} was not published: ` +
				`${status}${error === undefined ? "" : `, ${error}`}.`,
			{
				remedy: "Nothing has to be imported: showrun apply publishes it.",
			},
		);
	if (status === "SCHEDULED" && !ahead)
		throw new StopFault(`The service publishes ${taskId} later.`, {
			remedy: "Say when, as its calendar shows it: --at 2026-12-01T09:00 (in the campaign's time zone)",
		});
	return { status, ...defined({ location }) };
}

const NOT_POSTED: readonly PublishStatus[] = ["ERROR", "CANCELLED"];

function momentOf(
	{ source, moment, account, address }: Of<"post">,
	{ acceptedAt, scheduledAt }: FoundPost,
): LedgerEntry {
	return {
		source,
		moment,
		account: accountKey(account),
		address,
		operation: ulid(),
		at: acceptedAt,
		...defined({ scheduledAt }),
	};
}

function seconds(ms = 0): string {
	return `${(ms / 1000).toFixed(1)} s`;
}
