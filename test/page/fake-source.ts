import type { AddressText } from "../../src/model/address.ts";
import type { AgendaItem } from "../../src/model/agenda.ts";
import { type EpochMs, epochMs } from "../../src/model/brand.ts";
import { openPages } from "../../src/page/pages.ts";
import type { Overview, PageFront, PageSource } from "../../src/page/port.ts";
import { type OpenPage, openPage, type PageOptions } from "../../src/page/server.ts";
import type { Visitor } from "../../src/page/session/roles.ts";
import { EMPTY } from "../../src/state/snapshot/fold.ts";

const NOW: EpochMs = epochMs(Date.UTC(2026, 11, 1, 8));

/** A text that tries everything at once. */
export const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)>'\` javascript:alert(1) \u202eevil\u0000`;

export function itemAt(address: string, more: Partial<AgendaItem> = {}): AgendaItem {
	return { address: address as AddressText, standing: "done", ...more };
}

/** How things stand with these addresses, and no campaign. */
export function overviewOf(items: readonly AgendaItem[], more: Partial<Overview> = {}): Overview {
	return {
		items,
		reviews: [],
		campaigns: [],
		snapshot: EMPTY,
		problems: [],
		warnings: [],
		retries: { retries: [] },
		now: NOW,
		...more,
	};
}

/** What pages and videos come from. */
export type FakeSource = PageSource & Omit<PageFront, "answer">;

/** A source that has what it is given, and notes what it is asked to do. */
export function fakeSource(overview: Overview, more: Partial<FakeSource> = {}) {
	const done: string[] = [];
	const note = (what: string, text: string) => {
		done.push(what);
		return { ok: true, text };
	};
	const listeners = new Set<() => void>();
	const source: FakeSource = {
		workspace: "videos",
		mode: "ui",
		overview: async () => overview,
		plan: async () => ({ text: "No changes.\n", why: "There is nothing to apply now." }),
		history: async () => [],
		settings: async () => [{ name: "daemon.port", value: "0" }],
		details: async () => ({ words: [], explanations: new Map() }),
		media: async () => undefined,
		poster: async () => undefined,
		accounts: async () => ({ health: [], askedAt: NOW, withApp: [], isElsewhere: false }),
		feeds: async () => [],
		readFeed: async (feed) => note(`read ${feed}`, "read"),
		sayOfItem: async ({ feed, item, as }) => note(`${as} ${item} of ${feed}`, "said"),
		decide: async ({ video, approve }) => note(`decide ${video} ${approve}`, "written"),
		uncommitted: async () => [],
		commit: async ({ branch, by }) => note(`commit on ${branch} by ${by}`, "committed"),
		resolve: async (operation, { as }, by) => note(`resolve ${operation} ${as} by ${by}`, "resolved"),
		apply: async (plan, by) => note(`apply ${plan} by ${by}`, "under way"),
		applying: () => undefined,
		listen(changed) {
			listeners.add(changed);
			return () => void listeners.delete(changed);
		},
		...more,
	};
	return { source, done, changed: () => void [...listeners].map((listener) => listener()) };
}

export const PORT = 7331;
export const ORIGIN = `http://127.0.0.1:${PORT}`;

/** The front of pages that are made in this process. */
export function frontOf(source: FakeSource, { now, log }: Pick<PageOptions, "now" | "log">): PageFront {
	const { mode, media, poster, listen } = source;
	return { mode, media, poster, listen, answer: openPages({ source, now, log }) };
}

/** The page over a source, without a server, and a clock to move. */
export function pageOver(source: FakeSource, more: Partial<PageOptions> = {}) {
	const clock = { now: Number(NOW) };
	const bugs: string[] = [];
	const told = { now: () => clock.now, log: (text: string) => void bugs.push(text) };
	const page = openPage({ front: frontOf(source, told), users: [], ...told, ...more });
	page.serveAt("127.0.0.1", PORT);
	return { page, clock, bugs };
}

export type Headers = Readonly<Record<string, string>>;

/** Asks the page as somebody on this machine does, unless the headers say otherwise. */
export function ask(
	page: OpenPage,
	path: string,
	init: { headers?: Headers; method?: string; body?: string } = {},
) {
	const { headers, ...rest } = init;
	return page.routes.request(path, { ...rest, headers: { host: `127.0.0.1:${PORT}`, ...headers } });
}

/** Somebody who came in: where their pages are, and what their browser sends. */
export interface Inside {
	readonly base: string;
	readonly cookie: string;
	readonly token: string;
}

/** Comes in by a link from the terminal. */
export async function comeIn(
	page: OpenPage,
	visitor: Visitor = { name: "ada", role: "run" },
): Promise<Inside> {
	const entered = await ask(page, new URL(page.link(visitor)).pathname);
	const cookie = (entered.headers.get("set-cookie") ?? "").split(";", 1)[0] ?? "";
	const base = (entered.headers.get("location") ?? "").replace(/now$/, "");
	const now = await (await ask(page, `${base}now`, { headers: { cookie } })).text();
	const token = /name="token" value="([^"]+)"/.exec(now)?.[1] ?? "";
	return { base, cookie, token };
}

/** Sends a form of that page, as its browser does unless the headers say otherwise. */
export function send(
	page: OpenPage,
	{ base, cookie, token }: Inside,
	{ path, values, headers }: { readonly path: string; readonly values: Headers; readonly headers?: Headers },
) {
	return ask(page, `${base}${path}`, {
		method: "POST",
		body: new URLSearchParams({ token, ...values }).toString(),
		headers: {
			cookie,
			origin: ORIGIN,
			"content-type": "application/x-www-form-urlencoded",
			"content-length": "100",
			...headers,
		},
	});
}
