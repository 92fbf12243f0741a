import type { CallKind, CallOutcome } from "../api/port.ts";
import { accountKey } from "../model/account.ts";
import { defined } from "../model/defined.ts";
import { StopFault } from "../model/fault.ts";
import { ledgerKey } from "../model/ledger-key.ts";
import type {
	Action,
	CancelChange,
	Change,
	PublishChange,
	RenderChange,
	RepeatChange,
	ReplaceChange,
	SubmitChange,
	UpdateChange,
} from "../model/plan.ts";
import type { PostRequest } from "../model/post.ts";
import type { VideoRequest } from "../model/task.ts";
import { brandUploads } from "./brand-uploads.ts";
import { cancelPost } from "./cancel-post.ts";
import type { Concurrency } from "./concurrency.ts";
import type { RunContext } from "./context.ts";
import { callOf, mustBeInWindow, postResource, renditionResource, videoResource } from "./resources.ts";
import { retry } from "./retry.ts";
import { sendAgain, sendOnce } from "./send-once.ts";
import { mustAgreeOnTime, serviceNow } from "./service-time.ts";
import { updatePost } from "./update-post.ts";

/** The changes that do something; all others only say something. */
export type PerformableChange =
	| SubmitChange
	| RenderChange
	| PublishChange
	| UpdateChange
	| ReplaceChange
	| CancelChange
	| RepeatChange
	| Extract<Change, { readonly action: "forget" }>;

const PERFORMABLE: readonly Action[] = [
	"submit",
	"resubmit",
	"render",
	"rerender",
	"publish",
	"update",
	"replace",
	"cancel",
	"repeat",
	"forget",
];

/** Whether apply has something to do for a change. */
export function isPerformable(change: Change): change is PerformableChange {
	return PERFORMABLE.includes(change.action);
}

/** Whether the service will have one more task to run. */
export function startsTask({ action }: Change): boolean {
	return action === "submit" || action === "resubmit" || action === "render" || action === "rerender";
}

/** Whether it takes its turn by itself, when its post is ready to be armed. */
export function takesOwnTurn({ action }: Change): boolean {
	return action === "publish";
}

/** Whose doing a cancel of the plan is. */
const BY = "showrun apply";

/** Does one change. The outcome is durable when this resolves; undefined where nothing had to be sent. */
export async function perform(
	context: RunContext,
	change: PerformableChange,
): Promise<CallOutcome<CallKind> | undefined> {
	if (change.action === "forget") {
		const { address } = change;
		await context.writer.append({ type: "forget", address, at: context.clock.now(), keepsTask: true });
		return undefined;
	}
	if (change.action === "update") {
		await updatePost(context, change);
		return undefined;
	}
	if (change.action === "cancel") {
		await remove(context, change);
		return undefined;
	}
	if (change.action === "replace") {
		const { address, action, taskId } = change;
		await cancelPost(context, { address, action, taskId, word: { by: BY, cause: "replaced" } });
		return publish(context, change);
	}
	if (change.action === "publish") return publish(context, change, context.concurrency);
	if (change.action === "repeat") return repeat(context, change);
	return "source" in change ? submit(context, change) : render(context, change);
}

/** What is no longer in the campaign is forgotten with it. */
async function remove(context: RunContext, change: CancelChange): Promise<void> {
	const { address, action, taskId, reasonData } = change;
	await cancelPost(context, { address, action, taskId, word: { by: BY, cause: "removed" } });
	if ("cause" in reasonData && reasonData.cause !== "removed" && reasonData.cause !== "account") return;
	await context.writer.append({ type: "forget", address, at: context.clock.now() });
}

async function render(
	context: RunContext,
	{ address, action, request, brand }: RenderChange,
): Promise<CallOutcome<"export">> {
	const attempt = {
		address,
		call: context.service.exportCall(request, await brandUploads(context, request.export, brand)),
		request: { kind: "export", wanted: request },
		lastCheck: () => {},
		resource: renditionResource(request),
	} as const;
	return retry(context, { address, action }, () => sendOnce<"export">(context, attempt));
}

async function submit(context: RunContext, change: SubmitChange): Promise<CallOutcome<"submit">> {
	const { address, action } = change;
	const request = await asDeclared(context, change.request);
	const brand = await brandUploads(context, request.export, change.brand);
	const call = context.service.submitCall(request, await videoUrl(context, change), brand);
	const attempt = {
		address,
		call,
		request: { kind: "submit", wanted: request },
		lastCheck: () => {},
		resource: videoResource(request),
	} as const;
	return retry(context, { address, action }, () => sendOnce<"submit">(context, attempt));
}

/**
 * What is sent and remembered of a request: a limit of rendered clips only where the service declares it.
 * Without the clips that are asked for nothing is sent.
 */
async function asDeclared(
	{ service, signal }: Pick<RunContext, "service" | "signal">,
	request: VideoRequest,
): Promise<VideoRequest> {
	const { added } = request.clipping;
	if ((request.exportLimit ?? added) === undefined) return request;
	const declared = await service.askExtensions(signal);
	if (added !== undefined && !declared.addedClips)
		throw new StopFault("The service makes no clips at given times, so the video was not submitted.", {
			remedy: "Remove `clipping.add` and `trim`, or use a service that declares `added_clips`.",
		});
	if (request.exportLimit === undefined || declared.exportLimit) return request;
	const { exportLimit, ...rest } = request;
	return rest;
}

/**
 * Uploading costs nothing and may be repeated, so it needs no record; a killed upload is simply made again.
 */
async function videoUrl(
	{ service, emit, signal }: RunContext,
	{ address, source }: SubmitChange,
): Promise<string> {
	if (source.kind === "url") return source.url;
	const progress = (share: number) => emit({ type: "uploading", address, share });
	const { path, transcript } = source;
	return service.upload(defined({ path, progress, transcript }), signal);
}

async function publish(
	context: RunContext,
	{ address, action, account, ...change }: PublishChange | ReplaceChange,
	concurrency?: Concurrency,
): Promise<CallOutcome<"publish">> {
	if (account === undefined) throw new Error(`${address} was planned without reading the accounts.`);
	const request = await withKnownRule(context, change.request);
	mustAgreeOnTime(context);
	const call = context.service.publishCall(request, account.id);
	const key = ledgerKey({
		source: request.source,
		moment: request.moment,
		account: accountKey(request.account),
	});
	const attempt = {
		address,
		call,
		request: { kind: "publish", wanted: request },
		ledgerKey: key,
		account,
		...defined({ concurrency }),
		lastCheck: () => checkTime(context, request),
		resource: postResource(request),
	} as const;
	return retry(context, { address, action }, () => sendOnce<"publish">(context, attempt));
}

/** A rule for late posts is sent only where the service declares it. */
async function withKnownRule(
	{ service, signal }: Pick<RunContext, "service" | "signal">,
	request: PostRequest,
): Promise<PostRequest> {
	if (request.late === undefined) return request;
	if ((await service.askExtensions(signal)).publishLateRule) return request;
	const { late: _, ...rest } = request;
	return rest;
}

/** Between the plan and the last byte time went by, and a clock may have been set. */
function checkTime(context: RunContext, request: PostRequest): void {
	mustAgreeOnTime(context);
	mustBeInWindow(request, serviceNow(context));
}

async function repeat(
	context: RunContext,
	{ address, action, operation }: RepeatChange,
): Promise<CallOutcome<CallKind>> {
	if (operation.kind === "submit") {
		const attempt = {
			call: callOf(operation, "submit"),
			resource: videoResource(operation.wanted),
		};
		return retry(context, { address, action }, () => sendAgain<"submit">(context, operation, attempt));
	}
	if (operation.kind === "export") {
		const attempt = {
			call: callOf(operation, "export"),
			resource: renditionResource(operation.wanted),
		};
		return retry(context, { address, action }, () => sendAgain<"export">(context, operation, attempt));
	}
	const attempt = {
		call: callOf(operation, "publish"),
		resource: postResource(operation.wanted),
	};
	return retry(context, { address, action }, () => sendAgain<"publish">(context, operation, attempt));
}
