import { PATHS } from "../../wire/names.ts";
import { CALLBACK } from "../consent/platform-consent.ts";
import { FEED } from "../delivery/feed.ts";
import type { Handler } from "../http/exchange.ts";
import type { Scope } from "../tenants/scopes.ts";
import { announceUpload } from "./announce-upload.ts";
import { cancelPost } from "./cancel-post.ts";
import { cancelClippingTask, cancelExport, cancelMoments } from "./cancel-task.ts";
import { decideConsent } from "./decide-consent.ts";
import { finishConnection } from "./finish-connection.ts";
import { listAccounts } from "./list-accounts.ts";
import { listExtensions } from "./list-extensions.ts";
import { listPosts } from "./list-posts.ts";
import { listClippingTasks, listExports } from "./list-tasks.ts";
import { proveOwner } from "./prove-owner.ts";
import { publishClip } from "./publish-clip.ts";
import { readExportResults } from "./read-export-results.ts";
import {
	cancelSummary,
	cancelTranscript,
	readMoments,
	readSummary,
	readTranscriptTask,
} from "./read-family.ts";
import { readPublishTask } from "./read-publish-task.ts";
import { readResults } from "./read-results.ts";
import { readTranscript } from "./read-transcript.ts";
import { receiveUpload } from "./receive-upload.ts";
import { removeAccount } from "./remove-account.ts";
import { resolvePost } from "./resolve-post.ts";
import { retryPost } from "./retry-post.ts";
import { sendDocument } from "./send-document.ts";
import { sendFeed } from "./send-feed.ts";
import { sendPost } from "./send-outbox-post.ts";
import { sendFile } from "./send-signed-file.ts";
import { showConsent } from "./show-consent.ts";
import { showDocs } from "./show-docs.ts";
import { showHealth, showReadiness } from "./show-health.ts";
import { showMetrics } from "./show-metrics.ts";
import { startConnection } from "./start-connection.ts";
import { startExport } from "./start-export.ts";
import { findMoments, startSummary, startTranscript } from "./start-family.ts";
import { submitTask } from "./submit-task.ts";
import { updatePost } from "./update-post.ts";

/** One path and method of the service. */
export interface Route {
	readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	readonly path: string;
	/**
	 * `key`: needs the headers of interface 5. `bearer`: the key alone. `link`, `state`: guards itself, by its
	 * signature or the state a platform was given. `open`: for everybody.
	 */
	readonly guard: "key" | "bearer" | "link" | "state" | "open";
	/** What a key has to be good for. Absent: reading. */
	readonly scope?: Scope;
	readonly handle: Handler;
}

/** Everything the service answers to. */
export const ROUTES: readonly Route[] = [
	{
		method: "POST",
		path: "/api/v2/social-media/oauth/:platform",
		guard: "key",
		scope: "publish",
		handle: startConnection,
	},
	{ method: "GET", path: PATHS.accounts, guard: "key", handle: listAccounts },
	{ method: "POST", path: PATHS.publish, guard: "key", scope: "publish", handle: publishClip },
	{
		method: "GET",
		path: `${PATHS.publish}/:id`,
		guard: "key",
		handle: readPublishTask,
	},
	{ method: "POST", path: PATHS.submit, guard: "key", scope: "submit", handle: submitTask },
	{
		method: "GET",
		path: "/api/v2/clips/results/:id",
		guard: "key",
		handle: readResults,
	},
	{ method: "GET", path: "/api/v2/clips/transcripts/:id", guard: "key", handle: readTranscript },
	{ method: "POST", path: PATHS.moments, guard: "key", scope: "submit", handle: findMoments },
	{ method: "GET", path: `${PATHS.moments}/results/:id`, guard: "key", handle: readMoments },
	{
		method: "POST",
		path: `${PATHS.moments}/:id/cancel`,
		guard: "key",
		scope: "submit",
		handle: cancelMoments,
	},
	{ method: "POST", path: PATHS.transcripts, guard: "key", scope: "submit", handle: startTranscript },
	{ method: "GET", path: `${PATHS.transcripts}/results/:id`, guard: "key", handle: readTranscriptTask },
	{
		method: "POST",
		path: `${PATHS.transcripts}/:id/cancel`,
		guard: "key",
		scope: "submit",
		handle: cancelTranscript,
	},
	{ method: "POST", path: PATHS.summaries, guard: "key", scope: "submit", handle: startSummary },
	{ method: "GET", path: `${PATHS.summaries}/results/:id`, guard: "key", handle: readSummary },
	{
		method: "POST",
		path: `${PATHS.summaries}/:id/cancel`,
		guard: "key",
		scope: "submit",
		handle: cancelSummary,
	},
	{ method: "POST", path: PATHS.export, guard: "key", scope: "submit", handle: startExport },
	{
		method: "GET",
		path: `${PATHS.export}/:id`,
		guard: "key",
		handle: readExportResults,
	},
	{ method: "POST", path: PATHS.upload, guard: "key", scope: "submit", handle: announceUpload },
	{ method: "GET", path: PATHS.extensions, guard: "key", handle: listExtensions },
	{ method: "DELETE", path: `${PATHS.accounts}/:id`, guard: "key", scope: "publish", handle: removeAccount },
	{ method: "GET", path: PATHS.publish, guard: "key", handle: listPosts },
	{ method: "PATCH", path: `${PATHS.publish}/:id`, guard: "key", scope: "publish", handle: updatePost },
	{ method: "POST", path: `${PATHS.publish}/:id/cancel`, guard: "key", scope: "publish", handle: cancelPost },
	{ method: "POST", path: `${PATHS.publish}/:id/retry`, guard: "key", scope: "publish", handle: retryPost },
	{
		method: "POST",
		path: `${PATHS.publish}/:id/resolve`,
		guard: "key",
		scope: "publish",
		handle: resolvePost,
	},
	{ method: "GET", path: PATHS.submit, guard: "key", handle: listClippingTasks },
	{
		method: "POST",
		path: `${PATHS.submit}/:id/cancel`,
		guard: "key",
		scope: "submit",
		handle: cancelClippingTask,
	},
	{ method: "GET", path: PATHS.export, guard: "key", handle: listExports },
	{ method: "POST", path: `${PATHS.export}/:id/cancel`, guard: "key", scope: "submit", handle: cancelExport },
	{ method: "PUT", path: "/upload/:id/:part", guard: "link", handle: receiveUpload },
	{ method: "GET", path: "/files/:kind/:name", guard: "link", handle: sendFile },
	{ method: "GET", path: `/outbox/:platform/:account/${FEED}`, guard: "open", handle: sendFeed },
	{ method: "GET", path: "/outbox/:platform/:account/:post/:file", guard: "open", handle: sendPost },
	{
		method: "GET",
		path: `/outbox/tenants/:tenant/:platform/:account/${FEED}`,
		guard: "open",
		handle: sendFeed,
	},
	{
		method: "GET",
		path: "/outbox/tenants/:tenant/:platform/:account/:post/:file",
		guard: "open",
		handle: sendPost,
	},
	{ method: "GET", path: CALLBACK, guard: "state", handle: finishConnection },
	{ method: "GET", path: "/connect/:id", guard: "link", handle: showConsent },
	{ method: "POST", path: "/connect/:id", guard: "link", handle: decideConsent },
	{ method: "GET", path: "/openapi.json", guard: "open", handle: sendDocument },
	{ method: "GET", path: "/docs", guard: "open", handle: showDocs },
	{ method: "GET", path: "/healthz", guard: "open", handle: showHealth },
	{ method: "GET", path: "/readyz", guard: "open", handle: showReadiness },
	{ method: "GET", path: "/metrics", guard: "bearer", scope: "admin", handle: showMetrics },
	{ method: "GET", path: "/owner", guard: "open", handle: proveOwner },
];
