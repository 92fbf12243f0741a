import type { PageFront } from "../port.ts";
import type { SessionCookie } from "../session/cookie.ts";
import type { Sessions } from "../session/sessions.ts";
import { type Exchange, isFormLength, type Surroundings } from "./context.ts";

/** What the process that listens works with. */
export interface FrontParts extends Surroundings {
	readonly front: PageFront;
	readonly sessions: Sessions;
	readonly cookie: SessionCookie;
}

const PASSED_ON = ["content-type", "content-length"];

/** Has a page made, or what its form asks for done. */
export async function passOn(exchange: Exchange, { front }: FrontParts): Promise<Response> {
	const { req } = exchange;
	const session = exchange.get("session");
	const { pathname, search } = new URL(req.url);
	const hasForm = req.method === "POST" && isFormLength(req.header("content-length"));
	const { status, headers, body } = await front.answer({
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
	});
	return new Response(body === "" ? null : body, { status, headers });
}
