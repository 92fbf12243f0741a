import type { CallKind, Outcome } from "../api/port.ts";
import { accountKey } from "../model/account.ts";
import type { Change, PublishChange, RenderChange, RepeatChange, SubmitChange } from "../model/plan.ts";
import type { PostRequest } from "../model/post.ts";
import { ledgerKey } from "../model/snapshot.ts";
import type { RenditionRequest, VideoRequest } from "../model/task.ts";
import { callOf, mustBeInWindow, postResource, renditionResource, videoResource } from "./resources.ts";
import { persist } from "./retry.ts";
import { type Recording, sendAgain, sendOnce } from "./send-once.ts";
import { mustAgreeOnTime, serviceNow } from "./service-time.ts";

/** The changes that do something; all others only say something. */
export type Doable =
	| SubmitChange
	| RenderChange
	| PublishChange
	| RepeatChange
	| Extract<Change, { readonly action: "forget" }>;

/** Whether apply has something to do for a change. */
export function doable(change: Change): change is Doable {
	return ["submit", "resubmit", "render", "rerender", "publish", "repeat", "forget"].includes(change.action);
}

/** Does one change. The outcome is durable when this resolves; undefined where nothing had to be sent. */
export async function perform(recording: Recording, change: Doable): Promise<Outcome<CallKind> | undefined> {
	if (change.action === "forget") {
		await recording.writer.append({ type: "forget", address: change.address, at: recording.clock.now() });
		return undefined;
	}
	if (change.action === "publish") return await publish(recording, change);
	if (change.action === "repeat") return await repeat(recording, change);
	return "source" in change ? await submit(recording, change) : await render(recording, change);
}

async function render(
	recording: Recording,
	{ address, action, request }: RenderChange,
): Promise<Outcome<"export">> {
	const attempt = {
		address,
		call: recording.service.exportCall(request),
		wanted: request,
		still: () => {},
		resource: renditionResource(request),
	};
	return persist(recording, { address, action }, () => sendOnce<"export">(recording, attempt));
}

async function submit(recording: Recording, change: SubmitChange): Promise<Outcome<"submit">> {
	const { address, request, action } = change;
	const call = recording.service.submitCall(request, await videoUrl(recording, change));
	const attempt = { address, call, wanted: request, still: () => {}, resource: videoResource(request) };
	return persist(recording, { address, action }, () => sendOnce<"submit">(recording, attempt));
}

/** Uploading costs nothing and may be repeated, so it needs no record; a killed upload is simply made again. */
async function videoUrl(
	{ service, emit, signal }: Recording,
	{ address, source }: SubmitChange,
): Promise<string> {
	if (source.kind === "url") return source.url;
	const progress = (share: number) => emit({ type: "uploading", address, share });
	return service.upload(
		{
			path: source.path,
			progress,
			...(source.transcript !== undefined && { transcript: source.transcript }),
		},
		signal,
	);
}

async function publish(
	recording: Recording,
	{ address, action, request, account }: PublishChange,
): Promise<Outcome<"publish">> {
	if (account === undefined) throw new Error(`${address} was planned without reading the accounts.`);
	mustAgreeOnTime(recording);
	const call = recording.service.publishCall(request, account.id);
	const key = ledgerKey({
		source: request.source,
		moment: request.moment,
		account: accountKey(request.account),
	});
	const attempt = {
		address,
		call,
		wanted: request,
		ledgerKey: key,
		still: () => mayLeave(recording, request),
		resource: postResource(request),
	};
	return persist(recording, { address, action }, () => sendOnce<"publish">(recording, attempt));
}

/** Between the plan and the last byte time went by, and a clock may have been set. */
function mayLeave(recording: Recording, request: PostRequest): void {
	mustAgreeOnTime(recording);
	mustBeInWindow(request, serviceNow(recording));
}

async function repeat(
	recording: Recording,
	{ address, action, operation }: RepeatChange,
): Promise<Outcome<CallKind>> {
	if (operation.kind === "submit") {
		const attempt = {
			call: callOf(operation, "submit"),
			resource: videoResource(operation.wanted as VideoRequest),
		};
		return persist(recording, { address, action }, () => sendAgain<"submit">(recording, operation, attempt));
	}
	if (operation.kind === "export") {
		const attempt = {
			call: callOf(operation, "export"),
			resource: renditionResource(operation.wanted as RenditionRequest),
		};
		return persist(recording, { address, action }, () => sendAgain<"export">(recording, operation, attempt));
	}
	const attempt = {
		call: callOf(operation, "publish"),
		resource: postResource(operation.wanted as PostRequest),
	};
	return persist(recording, { address, action }, () => sendAgain<"publish">(recording, operation, attempt));
}
