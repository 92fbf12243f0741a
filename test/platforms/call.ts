/** Plain requests for tests of the platforms: nothing is retried, followed or added. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, request } from "undici";
import { platforms } from "./all.ts";
import { startServer } from "./core/server.ts";
import { type Handle, handleOf } from "./start.ts";

export interface Call {
	readonly method: "GET" | "POST" | "PUT" | "DELETE";
	/** With the origin. */
	readonly url: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string | Buffer;
}

export interface Reply {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly text: string;
	/** Of a JSON text; undefined otherwise. */
	readonly json: Readonly<Record<string, never>>;
}

export async function send({ method, url, headers = {}, body }: Call): Promise<Reply> {
	const dispatcher = new Agent({ keepAliveTimeout: 1 });
	try {
		const answer = await request(url, { method, headers, body: body ?? null, dispatcher });
		const text = await answer.body.text();
		const plain = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
		return { status: answer.statusCode, headers: Object.fromEntries(plain), text, json: parsed(text) };
	} finally {
		await dispatcher.destroy();
	}
}

function parsed(text: string): Reply["json"] {
	try {
		return JSON.parse(text);
	} catch {
		return {};
	}
}

export function formBody(fields: Readonly<Record<string, string>>): Pick<Call, "headers" | "body"> {
	const headers = { "content-type": "application/x-www-form-urlencoded" };
	return { headers, body: new URLSearchParams(fields).toString() };
}

export function jsonBody(value: unknown, token?: string): Pick<Call, "headers" | "body"> {
	const headers = { "content-type": "application/json; charset=UTF-8", ...(token && bearer(token)) };
	return { headers, body: JSON.stringify(value) };
}

export function bearer(token: string): Readonly<Record<string, string>> {
	return { authorization: `Bearer ${token}` };
}

export const START = "2026-11-23T12:00:00.000Z";

/** Platforms in this process, whose time stands still until the test moves it. */
export async function withPlatforms(run: (platforms: Handle, dir: string) => Promise<void>): Promise<void> {
	const dir = mkdtempSync(join(tmpdir(), "platforms-"));
	const server = await startServer({ dir, platforms, now: Date.parse(START), rate: 0 });
	try {
		await run(handleOf(server), dir);
	} finally {
		await server.close();
		rmSync(dir, { recursive: true, force: true });
	}
}

/** A file of this size, different for each seed. */
export function fileOf(size: number, seed = 1): Buffer {
	return Buffer.alloc(size, `clip ${seed} `);
}
