import type { Health } from "./health.ts";

/** How one of several workspaces is. */
export interface NamedHealth {
	readonly name: string;
	/** Undefined: nobody knows yet. */
	readonly health: Health | undefined;
}

/**
 * How a process is that watches several workspaces: it is as good as the one that is worst, names the first
 * that has a trouble, and stands by where others lead them all. Pure.
 */
export function summedHealth(all: readonly NamedHealth[]): Health {
	const known = all.flatMap(({ health }) => (health === undefined ? [] : [health]));
	const led = known.filter(({ standby }) => standby === "");
	const isKnown = known.length === all.length;
	const standing = isKnown && led.length === 0 ? (known[0]?.standby ?? "") : "";
	return {
		lastGoodPass: isKnown ? (least(led.map(({ lastGoodPass }) => lastGoodPass)) ?? "") : "",
		trouble: named(all, ({ trouble }) => trouble),
		failing: sum(known.map(({ failing }) => failing)),
		blocked: sum(known.map(({ blocked }) => blocked)),
		suspended: named(all, ({ suspended }) => suspended),
		standby: standing === "" ? "" : `others lead all ${all.length} workspaces; of the first: ${standing}`,
		nextPass: least(known.map(({ nextPass }) => nextPass).filter((each) => each !== "")) ?? "",
		silentMs: Math.max(0, ...known.map(({ silentMs }) => silentMs)),
	};
}

/** Texts of ISO 8601 sort by time, and the empty one comes first. */
function least(texts: readonly string[]): string | undefined {
	return [...texts].sort()[0];
}

function sum(counts: readonly number[]): number {
	return counts.reduce((total, each) => total + each, 0);
}

/** What is wrong with the first of those with whom something is. */
function named(all: readonly NamedHealth[], said: (health: Health) => string): string {
	const wrong = all.flatMap(({ name, health }) => {
		const text = health === undefined ? "" : said(health);
		return text === "" ? [] : [`${name}: ${text}`];
	});
	const [first = "", ...others] = wrong;
	if (others.length === 0) return first;
	return `${first} (and ${others.length} more ${others.length === 1 ? "workspace" : "workspaces"})`;
}
