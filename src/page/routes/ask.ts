import type { Answer, Ask, PageFront } from "../port.ts";
import type { SessionCookie } from "../session/cookie.ts";
import type { Sessions } from "../session/sessions.ts";
import { html } from "../views/html.ts";
import { answerPlain, type Exchange, isFormLength, type Surroundings } from "./context.ts";

/** What the process that listens works with. */
export interface FrontParts extends Surroundings {
	readonly front: PageFront;
	readonly sessions: Sessions;
	readonly cookie: SessionCookie;
	/** A page that takes longer is shown when it is made, and what is going on until then. Milliseconds. */
	readonly patienceMs: number;
}

const PASSED_ON = ["content-type", "content-length"];
/** A page that was made meanwhile waits so long for its visitor. Milliseconds. */
const KEPT_MS = 5_000;
/** Who has seen that it takes long looks again at once, and waits so long for the page. Milliseconds. */
const AGAIN_MS = 5_000;

/**
 * Has pages made, and what their forms ask for done. Reading thousands of posts for the first time takes
 * seconds: whoever visits sees that at once, and the page when it is made, also without JavaScript.
 */
export function passOn(parts: FrontParts): (exchange: Exchange) => Promise<Response> {
	const { front, patienceMs } = parts;
	const late = new Map<string, Promise<Answer>>();
	return async (exchange) => {
		const ask = await askOf(exchange);
		if (ask.method !== "GET" || exchange.req.header("sec-fetch-mode") !== "navigate")
			return responseOf(await front.answer(ask));
		const name = `${ask.session.key}${ask.path}`;
		const before = late.get(name);
		const coming = before ?? front.answer(ask);
		late.delete(name);
		const answer = await within(before === undefined ? patienceMs : AGAIN_MS, coming);
		if (answer !== undefined) return responseOf(answer);
		// Made once, however often it is looked for; what a form led to is said once.
		late.set(name, coming);
		const forget = () => late.get(name) === coming && late.delete(name);
		void coming.catch(() => {}).finally(() => setTimeout(forget, KEPT_MS).unref());
		exchange.header("Refresh", "0");
		return answerPlain(exchange, parts, {
			title: "Reading the workspace",
			body: html`<p role="status">Its campaigns and its state are read and planned. The page is shown when that is done; nothing has to be clicked.</p>`,
			status: 200,
		});
	};
}

async function askOf({ req, get }: Exchange): Promise<Ask> {
	const session = get("session");
	const { pathname, search } = new URL(req.url);
	const hasForm = req.method === "POST" && isFormLength(req.header("content-length"));
	return {
		session,
		method: req.method,
		path: `${pathname.slice(`/s/${session.key}`.length)}${search}`,
		headers: Object.fromEntries(
			PASSED_ON.flatMap((name): [string, string][] => {
				const value = req.header(name);
				return value === undefined ? [] : [[name, value]];
			}),
		),
		...(hasForm && { body: await req.text() }),
	};
}

function responseOf({ status, headers, body }: Answer): Response {
	return new Response(body === "" ? null : body, { status, headers });
}

/** What is there within a time. Undefined: it takes longer. */
async function within<Value>(ms: number, coming: Promise<Value>): Promise<Value | undefined> {
	let over: NodeJS.Timeout | undefined;
	const late = new Promise<undefined>((settle) => {
		over = setTimeout(() => settle(undefined), ms);
	});
	return Promise.race([coming, late]).finally(() => clearTimeout(over));
}
