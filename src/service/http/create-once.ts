import { sha256 } from "../../system/files.ts";
import { IDEMPOTENCY_HEADER } from "../../wire/names.ts";
import { type Core, workersOf } from "../core.ts";
import { Refusal } from "../refusal.ts";
import type { RepeatRecord } from "../store/shapes.ts";
import type { Exchange } from "./context.ts";
import { answer, readBody } from "./exchange.ts";

/** A request that creates one thing under one id. */
export interface Creation<Input, Data, Prepared = void> {
	/**
	 * What takes long, while other requests go on: its outcome is given to `check`. Not done for what was
	 * created under the key before.
	 */
	readonly prepare?: (body: Buffer) => Promise<Prepared>;
	/**
	 * Reads and checks; throws `Refusal`, changes nothing. What was begun under the same id before is no
	 * obstacle.
	 */
	readonly check: (body: Buffer, id: string, prepared: Prepared | undefined) => Promise<Input> | Input;
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
export async function createOnce<Input, Data, Prepared = void>(
	core: Core,
	exchange: Exchange,
	creation: Creation<Input, Data, Prepared>,
): Promise<Response> {
	const workers = workersOf(core);
	const key = exchange.req.header(IDEMPOTENCY_HEADER);
	if (key !== undefined && !KEY.test(key))
		throw new Refusal(400, "The header Idempotency-Key must be 1 to 255 visible ASCII characters.");
	const body = await readBody(core, exchange);
	const fingerprint = sha256(`${exchange.req.method} ${exchange.req.path} ${sha256(body)}`);
	const request: KeyedRequest = { body, fingerprint, key: key === undefined ? undefined : sha256(key) };
	const { made: before } = await findMade(core, creation, request);
	const prepared = before === undefined ? await prepare(creation, body) : undefined;
	const [fresh, tried] = [workers.newId(), { isAgain: false }];
	const data = await core.store.together(async () => {
		const { made, repeat } = await findMade(core, creation, request);
		const found = made ?? (tried.isAgain ? await creation.find(fresh) : undefined);
		if (found !== undefined) return found;
		tried.isAgain = true;
		const id = repeat?.given ?? fresh;
		const input = await creation.check(body, id, prepared?.());
		if (request.key !== undefined && !repeat) {
			const { given } = await core.repeats.create({ format: 1, id: request.key, fingerprint, given: id });
			if (given !== id) throw new Refusal(409, "The same request is executed at this moment: try again.");
		}
		return creation.create(id, input);
	});
	return answer(exchange, data);
}

interface KeyedRequest {
	readonly body: Buffer;
	readonly fingerprint: string;
	/** Undefined: every such request is one of its own. */
	readonly key: string | undefined;
}

/** What the key stands for, and what was created under it. Throws `Refusal` 422 for another request's key. */
async function findMade<Data>(
	core: Core,
	{ find }: Pick<Creation<unknown, Data>, "find">,
	{ key, fingerprint }: KeyedRequest,
): Promise<{ readonly repeat: RepeatRecord | undefined; readonly made: Data | undefined }> {
	const repeat = key === undefined ? undefined : await core.repeats.get(key);
	if (repeat && repeat.fingerprint !== fingerprint)
		throw new Refusal(422, "This Idempotency-Key was used for another request.");
	return { repeat, made: repeat && (await find(repeat.given)) };
}

/**
 * The outcome of what takes long. A failure is thrown later: it counts only where nothing was created
 * meanwhile.
 */
async function prepare<Prepared>(
	{ prepare: work }: Pick<Creation<unknown, unknown, Prepared>, "prepare">,
	body: Buffer,
): Promise<(() => Prepared) | undefined> {
	return work?.(body).then(
		(value) => () => value,
		(error: unknown) => () => {
			throw error;
		},
	);
}
