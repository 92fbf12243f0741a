import document from "../../../schemas/service.openapi.json" with { type: "json" };
import { randomFrom } from "../../drill/random.ts";
import { answerCheck } from "../../service/answer-checks.ts";
import { accountOn, exported, upload, type World, withWorld } from "../../service/world.ts";
import { type GeneratedRequest, generatedRequest } from "./generated.ts";

const HANG_MS = 10_000;

export interface Tried {
	readonly statuses: Readonly<Record<number, number>>;
	/** What was answered as it must not be, with the request. */
	readonly problems: readonly string[];
}

/** Sends so many requests to a service of its own. The same seed, the same requests. */
export async function tryGenerated({
	count,
	seed,
}: {
	readonly count: number;
	readonly seed: number;
}): Promise<Tried> {
	const whole = randomFrom(seed);
	const next = () => whole(1e9) / 1e9;
	const check = answerCheck(document);
	const statuses: Record<number, number> = {};
	const problems: string[] = [];
	await withWorld({}, async (world) => {
		const known = [await exported(world), await upload(world, "more"), await accountOn(world, "linkedin")];
		for (let at = 0; at < count; at += 1) {
			const request = generatedRequest(next, known);
			const { status, text } = await sent(world, request);
			statuses[status] = (statuses[status] ?? 0) + 1;
			const method = request.method;
			const path = new URL(`http://x${request.path}`).pathname;
			const problem =
				status >= 500
					? `${method} ${path} answers ${status}`
					: check({ method, path, status, body: JSON.parse(text) });
			if (problem !== undefined) problems.push(`${problem}: ${JSON.stringify(request).slice(0, 500)}`);
		}
	});
	return { statuses, problems };
}

async function sent(
	{ service }: World,
	{ method, path, headers, body }: GeneratedRequest,
): Promise<{ readonly status: number; readonly text: string }> {
	const response = await fetch(`${service.url}${path}`, {
		method,
		headers: {
			authorization: `Bearer ${service.apiKey.reveal()}`,
			...headers,
			...(body !== undefined && { "content-type": "application/json" }),
		},
		signal: AbortSignal.timeout(HANG_MS),
		...(body !== undefined && { body }),
	});
	return { status: response.status, text: await response.text() };
}
