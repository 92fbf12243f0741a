import { defined } from "../../../model/defined.ts";
import { printable } from "../../../system/run.ts";
import { jsonObject } from "../../store/json.ts";

/** What somebody else's program or server says became of a post. Everything it leaves out is undefined. */
export interface PostedAnswer {
	readonly id?: string;
	readonly url?: string;
	readonly posted?: boolean;
	readonly state?: string;
	readonly status_url?: string;
}

const LONGEST = 2_000;

/** Reads a JSON text as far as it can be understood: nothing that it says makes a post fail. */
export function postedIn(text: string): PostedAnswer {
	const answer = jsonObject(text) ?? {};
	return defined({
		id: shortText(typeof answer.id === "number" ? String(answer.id) : answer.id),
		url: address(answer.url),
		posted: typeof answer.posted === "boolean" ? answer.posted : undefined,
		state: shortText(answer.state),
		status_url: address(answer.status_url),
	});
}

/** Where it says that the post is now. */
export function whereIn(text: string): Pick<PostedAnswer, "id" | "url"> {
	const { id, url } = postedIn(text);
	return defined({ id, url });
}

function shortText(value: unknown): string | undefined {
	if (typeof value !== "string" || value === "" || value.length > LONGEST) return undefined;
	return printable(value, LONGEST);
}

function address(value: unknown): string | undefined {
	const text = shortText(value);
	if (text === undefined || !URL.canParse(text)) return undefined;
	const { protocol, href } = new URL(text);
	return protocol === "https:" || protocol === "http:" ? href : undefined;
}
