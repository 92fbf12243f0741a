import { Hono } from "hono";
import { PATHS } from "../../wire/names.ts";
import type { Core } from "../core.ts";
import { FEED } from "../delivery/feed.ts";
import type { Middleware } from "../options.ts";
import { Refusal } from "../refusal.ts";
import { listAccounts } from "../routes/list-accounts.ts";
import { proveOwner } from "../routes/prove-owner.ts";
import { publishClip, readPublishTask } from "../routes/publish-clip.ts";
import { announceUpload, receiveUpload } from "../routes/receive-upload.ts";
import { sendFeed, sendPost } from "../routes/send-outbox-post.ts";
import { sendFile } from "../routes/send-signed-file.ts";
import { decideConsent, showConsent, startConnection } from "../routes/start-connection.ts";
import { readExportResults, readResults, startExport, submitTask } from "../routes/submit-task.ts";
import type { Env } from "./context.ts";
import { answerError, type Handler } from "./exchange.ts";
import { checkHeaders, checkHost, checkKey, openRateLimit } from "./guard.ts";

interface Route {
	readonly method: "GET" | "POST" | "PUT";
	readonly path: string;
	/** `key`: needs the headers of interface 5. `link`: guards itself. `open`: for everybody. */
	readonly guard: "key" | "link" | "open";
	readonly handle: Handler;
}

const API: readonly Route[] = [
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

/**
 * The whole service as one request handler: a known path, then a key, then the headers, then the request
 * itself.
 */
export function buildApp(core: Core): Hono<Env> {
	const app = new Hono<Env>();
	const countRequest = openRateLimit(core);
	const { middleware = handleOnly } = core.options;
	app.onError((error, exchange) => answerError(core, error, exchange));
	app.notFound((exchange) => answerError(core, new Refusal(404, "There is nothing at this path."), exchange));
	app.use("*", async (exchange, next) => {
		checkHost(core, exchange);
		await next();
	});
	for (const { method, path, guard, handle } of API) {
		app.on(method, path, (exchange) => {
			if (guard === "key") checkKey(core, exchange);
			return middleware(exchange, async () => {
				if (guard === "key") {
					countRequest();
					checkHeaders(core, exchange);
				}
				return handle(core, exchange);
			});
		});
	}
	for (const path of new Set(API.map((route) => route.path))) {
		const allowed = API.filter((route) => route.path === path).map((route) => route.method);
		app.all(path, (exchange) => {
			exchange.header("Allow", allowed.join(", "));
			return answerError(core, new Refusal(405, `This path takes ${allowed.join(" and ")} only.`), exchange);
		});
	}
	return app;
}

const handleOnly: Middleware = (_, handle) => handle();
