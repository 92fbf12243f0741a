import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { parse } from "yaml";
import { SEND_LIMITS } from "../../src/api/send.ts";
import { Concurrency } from "../../src/reconcile/concurrency.ts";
import { inParallel } from "../../src/reconcile/parallel.ts";
import { withThoseAhead } from "../../src/reconcile/step.ts";

/** About as long as what a post says. */
const BODY = Buffer.from(JSON.stringify({ title: "t".repeat(300) }));

/**
 * What nobody can do without who sends posts as carefully, in milliseconds: a campaign file is read by its
 * package, and each post is a request on a connection of its own whose last byte waits as long as ours does,
 * while others connect. Nothing is planned, looked up or written down.
 */
export async function bareSending(
	file: string,
	given: { readonly url: string; readonly count: number; readonly atOnce: number },
): Promise<number> {
	const started = performance.now();
	parse(await readFile(file, "utf8"));
	const posts = Array.from({ length: given.count }, () => `${given.url}/posts`);
	const concurrency = new Concurrency(given.atOnce);
	await inParallel(posts, { most: withThoseAhead(given.atOnce), work: (url) => send(url, concurrency) });
	return performance.now() - started;
}

async function send(url: string, concurrency: Concurrency): Promise<void> {
	const headers = { "content-type": "application/json", "content-length": BODY.length };
	const asked = request(url, { method: "POST", agent: false, headers });
	const answered = new Promise<void>((settle, reject) => {
		asked.once("error", reject).once("response", (answer) => answer.resume().once("end", settle));
	});
	await new Promise<void>((settle) => asked.write(BODY.subarray(0, -1), () => settle()));
	await pause(SEND_LIMITS.settleMs);
	await concurrency.take();
	asked.end(BODY.subarray(-1));
	await answered;
	concurrency.giveBack();
}
