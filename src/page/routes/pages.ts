import { Hono } from "hono";
import { commonZone } from "../../model/zones.ts";
import { accountsPage } from "../views/accounts.ts";
import { calendarPage } from "../views/calendar.ts";
import { feedsPage } from "../views/feeds.ts";
import { historyPage } from "../views/history.ts";
import { type Html, html, type Part } from "../views/html.ts";
import { type Frame, PAGES, type PageName } from "../views/layout.ts";
import { nowPage } from "../views/now.ts";
import { planPage } from "../views/plan.ts";
import { postPage } from "../views/post.ts";
import { postsPage } from "../views/posts.ts";
import { settingsPage } from "../views/settings.ts";
import { answerPage, answerPlain, type Env, type Exchange, type PageParts } from "./context.ts";

/** The pages that are looked at. None of them changes anything. */
export function pageRoutes(parts: PageParts): Hono<Env> {
	const routes = new Hono<Env>();
	routes.get("/", (exchange) => exchange.redirect("now", 303));
	routes.get("/post", (exchange) => onePost(exchange, parts));
	for (const [name, { purpose, body }] of Object.entries(pagesOf(parts)))
		routes.get(`/${name}`, (exchange) =>
			answerPage(exchange, parts, async (frame) => ({
				page: name as PageName,
				title: PAGES[name as PageName],
				purpose,
				body: await body(exchange, frame),
			})),
		);
	return routes;
}

interface OnePage {
	/** One sentence: what it is for. */
	readonly purpose: Part;
	readonly body: (exchange: Exchange, frame: Frame) => Promise<Html>;
}

function pagesOf(parts: PageParts): Readonly<Record<Exclude<PageName, "clips">, OnePage>> {
	return { ...pagesOfPosts(parts), ...pagesOfWorkspace(parts) };
}

type OnePages<Names extends PageName> = Readonly<Record<Names, OnePage>>;

function pagesOfPosts({
	source,
	now,
}: PageParts): OnePages<"now" | "calendar" | "plan" | "posts" | "history"> {
	return {
		now: {
			purpose: "What needs a person, then what waits for what and until when.",
			body: async () => nowPage(await source.overview()),
		},
		calendar: {
			purpose: "What goes out when and where, and the line of the campaign that says so.",
			body: async ({ req }, { linksOf }) => {
				const { view = "", day = "", account = "", zone = "", page = "1" } = req.query();
				const overview = await source.overview();
				const query = { view, day, account, zone, page: Number(page) };
				const ownZone = commonZone(overview.campaigns) ?? machineZone();
				return calendarPage(overview, query, { ownZone, linksOf });
			},
		},
		plan: {
			purpose: html`What an apply would do now and why, as <code>showrun plan</code> prints it.`,
			body: async (_, frame) => {
				const { mode } = source;
				return planPage({ plan: await source.plan(), applying: source.applying(), mode, now: now() }, frame);
			},
		},
		posts: {
			purpose: "Every post and video with its state, its place and what is known of it.",
			body: async ({ req }) => postsPage(await source.overview(), filterOf(req.query())),
		},
		history: {
			purpose: "Every attempt that is known and what came of it, the latest first.",
			body: async ({ req }) =>
				historyPage(await source.history(), Number(req.query("page") ?? 1), await source.overview()),
		},
	};
}

function pagesOfWorkspace({ source, now }: PageParts): OnePages<"accounts" | "feeds" | "settings"> {
	return {
		accounts: {
			purpose: "Where posts go, whether that works, and what to do where it does not.",
			body: async () => accountsPage(await source.accounts(), await source.overview()),
		},
		feeds: {
			purpose: "Where videos appear by themselves, and what becomes of each item.",
			body: async ({ req }, frame) => {
				const { feed: chosen = "", page = "1" } = req.query();
				const { mode } = source;
				return feedsPage(
					{ feeds: await source.feeds(), chosen, page: Number(page), now: now(), mode },
					frame,
				);
			},
		},
		settings: {
			purpose: "What is in effect: the settings file, the environment and the defaults. Read only.",
			body: async () => settingsPage(await source.settings()),
		},
	};
}

/** Where this machine is. */
function machineZone(): string {
	return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function filterOf(query: Readonly<Record<string, string>>) {
	const { status = "", campaign = "", account = "", text = "", page = "1" } = query;
	return { status, campaign, account, text: text.slice(0, 200), page: Number(page) };
}

async function onePost(exchange: Exchange, parts: PageParts): Promise<Response> {
	const overview = await parts.source.overview();
	const address = exchange.req.query("address") ?? "";
	const item = overview.items.find((each) => each.address === address);
	if (item === undefined)
		return answerPlain(exchange, parts, {
			title: "Not there",
			body: html`<p>Neither the state nor a campaign knows <code>${address.slice(0, 300)}</code>.</p><p><a class="button" href="posts">All posts</a></p>`,
			status: 404,
		});
	const all = await parts.source.history();
	const attempts = all.filter((each) => each.address === item.address).toReversed();
	return answerPage(exchange, parts, (frame) => ({
		page: "posts",
		title: item.title ?? item.address,
		purpose: html`<a href="posts">Posts</a>: what is known of this one.`,
		body: postPage({ item, overview, attempts }, frame),
	}));
}
