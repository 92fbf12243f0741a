import { PATHS } from "../../wire/names.ts";
import { FEED } from "../delivery/feed.ts";
import type { Handler } from "../http/exchange.ts";
import { announceUpload } from "./announce-upload.ts";
import { decideConsent } from "./decide-consent.ts";
import { listAccounts } from "./list-accounts.ts";
import { proveOwner } from "./prove-owner.ts";
import { publishClip } from "./publish-clip.ts";
import { readExportResults } from "./read-export-results.ts";
import { readPublishTask } from "./read-publish-task.ts";
import { readResults } from "./read-results.ts";
import { receiveUpload } from "./receive-upload.ts";
import { sendFeed } from "./send-feed.ts";
import { sendPost } from "./send-outbox-post.ts";
import { sendFile } from "./send-signed-file.ts";
import { showConsent } from "./show-consent.ts";
import { startConnection } from "./start-connection.ts";
import { startExport } from "./start-export.ts";
import { submitTask } from "./submit-task.ts";

/** One path and method of the service. */
export interface Route {
	readonly method: "GET" | "POST" | "PUT";
	readonly path: string;
	/** `key`: needs the headers of interface 5. `link`: guards itself. `open`: for everybody. */
	readonly guard: "key" | "link" | "open";
	readonly handle: Handler;
}

/** Everything the service answers to. */
export const ROUTES: readonly Route[] = [
	{
		method: "POST",
		path: "/api/v2/social-media/oauth/:platform",
		guard: "key",
		handle: startConnection,
	},
	{ method: "GET", path: PATHS.accounts, guard: "key", handle: listAccounts },
	{ method: "POST", path: PATHS.publish, guard: "key", handle: publishClip },
	{
		method: "GET",
		path: `${PATHS.publish}/:id`,
		guard: "key",
		handle: readPublishTask,
	},
	{ method: "POST", path: PATHS.submit, guard: "key", handle: submitTask },
	{
		method: "GET",
		path: "/api/v2/clips/results/:id",
		guard: "key",
		handle: readResults,
	},
	{ method: "POST", path: PATHS.export, guard: "key", handle: startExport },
	{
		method: "GET",
		path: `${PATHS.export}/:id`,
		guard: "key",
		handle: readExportResults,
	},
	{ method: "POST", path: PATHS.upload, guard: "key", handle: announceUpload },
	{ method: "PUT", path: "/upload/:id/:part", guard: "link", handle: receiveUpload },
	{ method: "GET", path: "/files/:kind/:name", guard: "link", handle: sendFile },
	{ method: "GET", path: `/outbox/:platform/:account/${FEED}`, guard: "open", handle: sendFeed },
	{ method: "GET", path: "/outbox/:platform/:account/:post/:file", guard: "open", handle: sendPost },
	{ method: "GET", path: "/connect/:id", guard: "link", handle: showConsent },
	{ method: "POST", path: "/connect/:id", guard: "link", handle: decideConsent },
	{ method: "GET", path: "/owner", guard: "link", handle: proveOwner },
];
