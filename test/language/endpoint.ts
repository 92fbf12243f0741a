import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { openLanguage } from "../../src/language/open.ts";
import type { Language } from "../../src/language/port.ts";
import { Secret } from "../../src/model/secret.ts";

export const KEY = "sk-very-secret-0123456789";

/** What was asked of the endpoint. */
export interface Asked {
	readonly path: string;
	readonly authorization: string | undefined;
	readonly type: string;
	readonly body: Buffer;
}

export type Play = (asked: Asked, response: ServerResponse) => void | Promise<void>;

/** A server that plays an endpoint, as long as the work takes. */
export async function withEndpoint(
	play: Play,
	work: (url: string, asked: readonly Asked[]) => Promise<void>,
): Promise<void> {
	const asked: Asked[] = [];
	const server = createServer((request, response) => void answer(request, response));
	const answer = async (request: IncomingMessage, response: ServerResponse) => {
		const { authorization, "content-type": type = "" } = request.headers;
		const each = { path: request.url ?? "", authorization, type, body: await buffer(request) };
		asked.push(each);
		await play(each, response);
	};
	await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
	try {
		await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked);
	} finally {
		server.closeAllConnections();
		await new Promise((closed) => server.close(closed));
	}
}

/**
 * The program's own client of both endpoints at the address, with short times, and a folder for answers that
 * is gone afterwards.
 */
export async function withLanguage(
	url: string,
	work: (language: Required<Language>, cache: string) => Promise<void>,
): Promise<void> {
	const cache = await mkdtemp(join(tmpdir(), "showrun-answers-"));
	const limits = { totalMs: 3_000, answerMs: 400, pauseMs: 10, answerBytes: 200_000 };
	const key = new Secret(KEY);
	const language = openLanguage({
		chat: { url, model: "writer", key },
		transcription: { url, model: "hearer", key },
		cache,
		limits,
	});
	try {
		await work(language as Required<Language>, cache);
	} finally {
		await rm(cache, { recursive: true, force: true });
	}
}

export function json(response: ServerResponse, value: unknown, status = 200): void {
	response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

/** What a chat endpoint answers when its model says this. */
export function says(response: ServerResponse, content: unknown): void {
	json(response, {
		choices: [
			{
				message: {
					role: "assistant",
					content: typeof content === "string" ? content : JSON.stringify(content),
				},
			},
		],
	});
}
