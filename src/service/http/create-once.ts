import { sha256 } from "../../system/files.ts";
import { IDEMPOTENCY_HEADER } from "../../wire/names.ts";
import { type Core, type Workers, workersOf } from "../core.ts";
import { Refusal } from "../refusal.ts";
import type { Exchange } from "./context.ts";
import { answer, readBody } from "./exchange.ts";

/** A request that creates one thing under one id. */
export interface Creation<Input, Data> {
	/**
	 * Reads and checks; throws `Refusal`, changes nothing. What was begun under the same id before is no
	 * obstacle.
	 */
	readonly check: (body: Buffer, id: string) => Promise<Input> | Input;
	/** Makes the thing durable under the id and answers; doing so again for the same id must change nothing. */
	readonly create: (id: string, input: Input) => Promise<Data>;
	/** The answer that was given for the id, or undefined when nothing was created under it. */
	readonly find: (id: string) => Promise<Data | undefined>;
}

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Executes a POST, with the declared extension Idempotency-Key: the id is on disk before anything is created
 * under it, so the same request finds what it made, even after the process died in between. Refusals are not
 * kept: nothing came of them.
 */
export async function createOnce<Input, Data>(
	core: Core,
	exchange: Exchange,
	creation: Creation<Input, Data>,
): Promise<Response> {
	const workers = workersOf(core);
	const key = exchange.req.header(IDEMPOTENCY_HEADER);
	if (key !== undefined && !KEY.test(key))
		throw new Refusal(400, "The header Idempotency-Key must be 1 to 255 visible ASCII characters.");
	const body = await readBody(exchange);
	const fingerprint = sha256(`${exchange.req.method} ${exchange.req.path} ${sha256(body)}`);
	const data = await workers.inTurn(async () => {
		if (key !== undefined)
			return createUnderKey({ core, workers, creation }, { key: sha256(key), fingerprint, body });
		const id = workers.newId();
		return creation.create(id, await creation.check(body, id));
	});
	return answer(exchange, data);
}

interface Making<Input, Data> {
	readonly core: Core;
	readonly workers: Workers;
	readonly creation: Creation<Input, Data>;
}

async function createUnderKey<Input, Data>(
	{ core, workers, creation }: Making<Input, Data>,
	request: { key: string; fingerprint: string; body: Buffer },
): Promise<Data> {
	const { key, fingerprint, body } = request;
	const before = await core.repeats.get(key);
	if (before && before.fingerprint !== fingerprint)
		throw new Refusal(422, "This Idempotency-Key was used for another request.");
	const made = before && (await creation.find(before.given));
	if (made !== undefined) return made;
	const given = before?.given ?? workers.newId();
	const input = await creation.check(body, given);
	if (!before) await core.repeats.put({ format: 1, id: key, fingerprint, given });
	return creation.create(given, input);
}
