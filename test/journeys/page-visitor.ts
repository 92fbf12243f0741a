import type { Running } from "./program.ts";

/** Somebody who came in by the link that the program printed, as a browser does. */
export interface PageVisitor {
	readonly url: string;
	get(path: string): Promise<string>;
	/** Sends a form with the token of the page that was seen last; what is shown then. */
	send(path: string, values: Readonly<Record<string, string>>): Promise<string>;
	/** Hears of changes, as an open page does, from when this has resolved. */
	events(): Promise<{ changed(): Promise<void>; close(): Promise<void> }>;
}

/** Follows the link. */
export async function visitPage({ said }: Pick<Running, "said">): Promise<PageVisitor> {
	const link = /http:\/\/127\.0\.0\.1:\d+\/enter\/[\w-]+/.exec(said())?.[0] ?? "";
	return visitorOf(await fetch(link, { redirect: "manual" }));
}

/** Signs in with a token. */
export async function signIn(url: string, token: string): Promise<PageVisitor> {
	const body = new URLSearchParams({ token });
	const headers = { origin: url };
	return visitorOf(
		await fetch(new URL("sign-in", url), { method: "POST", redirect: "manual", headers, body }),
	);
}

function visitorOf(entered: Response): PageVisitor {
	const cookie = (entered.headers.get("set-cookie") ?? "").split(";", 1)[0] ?? "";
	const url = new URL(entered.headers.get("location") ?? "", entered.url).href.replace(/now$/, "");
	let token = "";
	const get = async (path: string) => {
		const answer = await fetch(new URL(path, url), { headers: { cookie } });
		const text = await answer.text();
		if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`);
		token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? token;
		return text;
	};
	const send = async (path: string, values: Readonly<Record<string, string>>) => {
		const answer = await fetch(new URL(path, url), {
			method: "POST",
			redirect: "manual",
			headers: { cookie, origin: new URL(url).origin },
			body: new URLSearchParams({ token, ...values }),
		});
		const next = answer.headers.get("location");
		return next === null ? answer.text() : get(next);
	};
	const events = async () => {
		const { body } = await fetch(new URL("events", url), { headers: { cookie } });
		const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
		let text = "";
		const heard = async (event: string) => {
			while (!text.includes(`event: ${event}\n`)) {
				const piece = await reader?.read();
				if (!piece || piece.done) throw new Error(`The page ended before it told: ${event}`);
				text += piece.value;
			}
			text = "";
		};
		await heard("open");
		return { changed: () => heard("changed"), close: async () => void (await reader?.cancel()) };
	};
	return { url, get, send, events };
}
