import type { Source } from "../model/campaign.ts";
import { defined } from "../model/defined.ts";
import type { Change } from "../model/plan.ts";
import type { Operation } from "../model/snapshot.ts";

/**
 * A change as it may be stored and shown to anybody: no bytes of requests, no answers, no path of this
 * machine, and of links only what names them (their query may be a key).
 */
export function publicChange(change: Change): Change {
	const bare = withoutKeys(change);
	if ("operation" in bare) return { ...bare, operation: bareOperation(bare.operation) };
	return "source" in bare ? { ...bare, source: bareSource(bare.source) } : bare;
}

function bareOperation({ evidence, ...operation }: Operation): Operation {
	const { rawBody: _, ...publicEvidence } = evidence ?? {};
	return { ...operation, payload: "", ...defined({ evidence: evidence && publicEvidence }) };
}

function bareSource(source: Source): Source {
	return source.kind === "url" ? source : { kind: "file", path: source.shown, shown: source.shown };
}

const LINK = /^(url:)?https?:\/\/\S+$/;

/** The same value, with every text that is a link cut down to what names it. */
function withoutKeys<Value>(value: Value): Value {
	return strip(value) as Value;
}

function strip(value: unknown): unknown {
	if (typeof value === "string")
		return LINK.test(value) ? value.replace(/\/\/[^/@]*@/, "//").replace(/[?#].*$/, "?…") : value;
	if (Array.isArray(value)) return value.map(strip);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, strip(each)]));
}
