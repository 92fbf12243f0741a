import { Hono } from "hono";
import type { Word } from "../../model/unknown.ts";
import { withQuery } from "../views/page-size.ts";
import { type Asked, type Changed, changing, type Env, type PageParts } from "./context.ts";

/** What changes something. Each is what a command does. */
export function changeRoutes(parts: PageParts): Hono<Env> {
	const routes = new Hono<Env>();
	routes.post(
		"/resolve",
		changing(parts, "run", (asked) => resolve(asked, parts)),
	);
	routes.post(
		"/apply",
		changing(parts, "run", (asked) => apply(asked, parts)),
	);
	routes.post(
		"/read-feed",
		changing(parts, "review", async ({ values: { feed = "" } }) => ({
			said: await parts.source.readFeed(feed),
			next: withQuery("feeds", { feed }),
		})),
	);
	routes.post(
		"/say-of-item",
		changing(parts, "run", (asked) => sayOfItem(asked, parts)),
	);
	return routes;
}

async function resolve({ values, session }: Asked, { source }: PageParts): Promise<Changed> {
	const { operation = "", as = "", task = "" } = values;
	const { items } = await source.overview();
	const item = items.find((each) => each.operation?.id === operation);
	const word = wordOf(as, task.trim());
	if (item === undefined || word === undefined)
		return {
			said: { ok: false, text: "There is no such unknown outcome any more; somebody may have resolved it." },
			next: "now",
		};
	const said = await source.resolve(operation, word, session.visitor.name);
	return { said, next: `post?address=${encodeURIComponent(item.address)}` };
}

function wordOf(as: string, task: string): Word | undefined {
	if (as === "posted") return { as, ...(task !== "" && { taskId: task }) };
	return as === "not-posted" || as === "abandoned" ? { as } : undefined;
}

async function sayOfItem({ values }: Asked, { source }: PageParts): Promise<Changed> {
	const { feed = "", item = "", as = "" } = values;
	const next = withQuery("feeds", { feed });
	const found = (await source.feeds()).find(({ line }) => line.key === feed);
	const isKnown = found?.rows.some(({ key }) => key === item) ?? false;
	if (!isKnown || (as !== "take" && as !== "skip"))
		return { said: { ok: false, text: "There is no such item any more. Nothing was changed." }, next };
	return { said: await source.sayOfItem({ feed, item, as }), next };
}

async function apply({ values, session }: Asked, { source }: PageParts): Promise<Changed> {
	const { plan = "", yes } = values;
	if (yes !== "yes")
		return { said: { ok: false, text: "Nothing was applied: it was not confirmed." }, next: "plan" };
	return { said: await source.apply(plan, session.visitor.name), next: "plan" };
}
