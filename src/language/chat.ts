import type { Endpoint } from "../model/endpoint.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { type AskLimits, sendToEndpoint } from "./ask.ts";
import { EndpointFault } from "./endpoint-fault.ts";

/** What a model is asked for: instructions of ours, and data that is only ever data. */
export interface Prompt {
	readonly rules: string;
	readonly data: unknown;
}

/** Asks for a JSON object; throws `EndpointFault` where none comes. */
export type Chat = <Value>(
	prompt: Prompt,
	check: (answer: Readonly<Record<string, unknown>>) => Value,
	signal: AbortSignal,
) => Promise<Value>;

/** How long an endpoint that failed is left alone: it would make every clip wait. Milliseconds. */
const REST_MS = 60_000;
/** A change of the prompts or of how answers are read makes what was kept worthless. */
const VERSION = 1;

/** A chat with one model, whose answers are kept. */
export function openChat(endpoint: Endpoint, answers: AnswerCache, limits: AskLimits): Chat {
	const { url, model } = endpoint;
	let rest: { readonly until: number; readonly why: EndpointFault } | undefined;
	const give = async (prompt: Prompt, signal: AbortSignal) => {
		if (rest && performance.now() < rest.until) throw rest.why;
		try {
			return await answerOf(endpoint, prompt, { limits, signal });
		} catch (error) {
			if (error instanceof EndpointFault) rest = { until: performance.now() + REST_MS, why: error };
			throw error;
		}
	};
	return async (prompt, check, signal) =>
		answers.get(
			["chat", VERSION, url, model, prompt],
			(text) => check(objectIn(text, endpoint)),
			() => give(prompt, signal),
		);
}

/** What the model says, as text. */
async function answerOf(
	endpoint: Endpoint,
	{ rules, data }: Prompt,
	given: { readonly limits: AskLimits; readonly signal: AbortSignal },
): Promise<string> {
	const messages = [
		{ role: "system", content: rules },
		{ role: "user", content: JSON.stringify(data) },
	];
	const send = (more: object) => {
		const body = Buffer.from(JSON.stringify({ model: endpoint.model, messages, ...more }));
		return sendToEndpoint(
			{ endpoint, path: "/chat/completions", type: "application/json", body },
			given.limits,
			given.signal,
		);
	};
	try {
		return contentOf(await send({ temperature: 0, response_format: { type: "json_object" } }), endpoint);
	} catch (error) {
		// Some models take no temperature, some servers know no formats.
		if (error instanceof EndpointFault && error.choosy) return contentOf(await send({}), endpoint);
		throw error;
	}
}

function contentOf(answer: string, endpoint: Endpoint): string {
	const choices = parsed(answer)?.choices;
	const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
	const content = asObject(asObject(first)?.message)?.content;
	if (typeof content !== "string") throw nonsense(endpoint);
	return content;
}

/** The JSON object in a model's text, which may stand in a fence. */
function objectIn(text: string, endpoint: Endpoint): Readonly<Record<string, unknown>> {
	const bare = /```(?:json)?\s*([\s\S]*?)```/.exec(text)?.[1] ?? text;
	const value = parsed(bare);
	if (!value) throw nonsense(endpoint);
	return value;
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
	try {
		return asObject(JSON.parse(text));
	} catch {
		return undefined;
	}
}

function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

function nonsense({ url }: Endpoint): EndpointFault {
	return new EndpointFault(`the language model at ${new URL(url).host} answered in an unexpected format`);
}
