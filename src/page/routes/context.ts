import type { Context } from "hono";
import { defined } from "../../model/defined.ts";
import { Fault } from "../../model/fault.ts";
import type { PageRole } from "../../model/page-user.ts";
import type { CommandEnd, PageSource } from "../port.ts";
import type { Notices } from "../session/notices.ts";
import { may } from "../session/roles.ts";
import { type Session, same } from "../session/sessions.ts";
import { html, type Part } from "../views/html.ts";
import { type AssetPaths, type Frame, layout, type PageBody, plainPage } from "../views/layout.ts";
import { countsOf } from "../views/now.ts";
import { sentences } from "../views/sentences.ts";
import { clipLinks } from "./clip-links.ts";

/** What every answer needs. */
export interface Surroundings {
	readonly assets: AssetPaths;
	/** Hears of bugs. */
	readonly log: (text: string) => void;
}

/** What the routes of pages work with. */
export interface PageParts extends Surroundings {
	readonly source: PageSource;
	readonly notices: Notices;
	readonly now: () => number;
}

export interface Env {
	/** Who asks for a page was let in before, and is told with what is asked. */
	readonly Bindings: { readonly session: Session };
	readonly Variables: { session: Session };
}

export type Exchange = Context<Env>;

/** Answers with a page around what the views made. */
export async function answerPage(
	exchange: Exchange,
	{ source, assets, notices }: PageParts,
	make: (frame: Frame) => PageBody | Promise<PageBody>,
): Promise<Response> {
	const session = exchange.get("session");
	const { visitor, writeToken } = session;
	const notice = notices.take(exchange.req.query("said") ?? "");
	const frame: Frame = {
		workspace: source.workspace,
		visitor,
		writeToken,
		assets,
		counts: countsOf(await source.overview()),
		linksOf: (clip) => clipLinks(session, clip),
		...defined({ notice }),
	};
	return exchange.html(layout(frame, await make(frame)));
}

/** Answers with a page that needs no session. */
export function answerPlain(
	exchange: Exchange,
	{ assets }: Pick<PageParts, "assets">,
	{
		title,
		body,
		status,
	}: { readonly title: string; readonly body: Part; readonly status: 200 | 400 | 403 | 404 | 500 },
): Response | Promise<Response> {
	return exchange.html(plainPage({ title, assets }, body), status);
}

/** A person looks at the answer, whatever goes wrong. */
export function answerFault(
	error: Error,
	exchange: Exchange,
	parts: Surroundings,
): Response | Promise<Response> {
	const isKnown = error instanceof Fault;
	if (!isKnown) parts.log(`${error.stack ?? error.message}\n`);
	const body = isKnown
		? html`<p>${sentences(error.message)}</p>${error.remedy !== undefined && html`<p class="fix">${sentences(error.remedy)}</p>`}`
		: html`<p>This is a bug of showrun; the terminal has the details. Nothing was changed by looking.</p>`;
	return answerPlain(exchange, parts, { title: "This did not work", body, status: 500 });
}

export function answerNotThere(exchange: Exchange, parts: Surroundings): Response | Promise<Response> {
	const body = html`<p>There is no such page.</p>`;
	return answerPlain(exchange, parts, { title: "Not there", body, status: 404 });
}

/** What a form sent: text by name, the last where there are several. */
export type FormValues = Readonly<Record<string, string>>;

/** A change that a form asks for. */
export interface Asked {
	readonly exchange: Exchange;
	readonly values: FormValues;
	readonly session: Session;
}

/** What a change led to, and the page that is shown then. */
export interface Changed {
	readonly said: CommandEnd;
	/** Path, query and fragment below the session. */
	readonly next: string;
}

const MOST_BYTES = 256 * 1024;

/** Whether a form may be that long, by what its browser says. */
export function isFormLength(said: string | undefined): boolean {
	return Number(said ?? Number.NaN) <= MOST_BYTES;
}

/**
 * Handles a form that changes something: it has to bring the session's own token, and the visitor the role.
 * Answers with the page that follows, which shows what became of it.
 */
export function changing(
	parts: Pick<PageParts, "assets" | "notices">,
	role: PageRole,
	change: (asked: Asked) => Promise<Changed | Response>,
): (exchange: Exchange) => Promise<Response> {
	return async (exchange) => {
		const session = exchange.get("session");
		const values = await valuesOf(exchange);
		if (values === undefined || !same(values.token ?? "", session.writeToken))
			return answerPlain(exchange, parts, {
				title: "Not accepted",
				body: html`<p>This form is not from a page of this session, or too long. Nothing was changed.</p><p><a class="button" href="now">Back to Now</a></p>`,
				status: 403,
			});
		if (!may(session.visitor.role, role))
			return answerPlain(exchange, parts, {
				title: "Not allowed",
				body: html`<p>${session.visitor.name} may not do this: it needs the role <code>${role}</code>. Nothing was changed.</p><p><a class="button" href="now">Back to Now</a></p>`,
				status: 403,
			});
		const changed = await change({ exchange, values, session });
		if (changed instanceof Response) return changed;
		const [path = "", hash] = changed.next.split("#");
		const said = `${path.includes("?") ? "&" : "?"}said=${parts.notices.keep(changed.said)}`;
		return exchange.redirect(`${path}${said}${hash === undefined ? "" : `#${hash}`}`, 303);
	};
}

async function valuesOf(exchange: Exchange): Promise<FormValues | undefined> {
	const type = exchange.req.header("content-type") ?? "";
	if (
		!type.startsWith("application/x-www-form-urlencoded") ||
		!isFormLength(exchange.req.header("content-length"))
	)
		return undefined;
	return Object.fromEntries(new URLSearchParams(await exchange.req.text()));
}
