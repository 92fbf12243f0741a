import type { ServerResponse } from "node:http";
import { Ajv, type ValidateFunction } from "ajv";
import formats from "ajv-formats";
import { Webhook } from "standardwebhooks";
import document from "../../schemas/service.openapi.json" with { type: "json" };
import { type HttpSink, startHttpSink } from "./http-sink.ts";

export const EVENT_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYq=";

/** An event that came, its signature and shape checked by others than who sent it. */
export interface ArrivedEvent {
	readonly id: string;
	readonly type: string;
	readonly data: Readonly<Record<string, unknown>>;
}

export interface EventSink extends Omit<HttpSink, "received"> {
	readonly events: readonly ArrivedEvent[];
	/** What no sender may do. */
	readonly wrong: readonly string[];
}

/** Takes events and answers as it is told; 204 where it is told nothing. */
export async function startEventSink(
	answer: (response: ServerResponse, count: number) => void = (response) =>
		void response.writeHead(204).end(),
): Promise<EventSink> {
	const [events, wrong]: [ArrivedEvent[], string[]] = [[], []];
	const checks = eventChecks();
	const sink = await startHttpSink((response, count) => {
		const { headers, body, path } = sink.received[count - 1] ?? { headers: {}, body: "", path: "" };
		const id = String(headers["webhook-id"]);
		const sent = Number(headers["webhook-timestamp"]);
		const signature = new Webhook(EVENT_SECRET).sign(id, new Date(sent * 1_000), body);
		if (signature !== headers["webhook-signature"]) wrong.push(`signature of ${id}`);
		if (!/^(task|post)-[a-z]+-[0-9A-Z]{26}-\d+$/.test(id) || path !== "/hook") wrong.push(`${path} ${id}`);
		const { type, data, ...rest } = JSON.parse(body);
		const check = checks[type.startsWith("task.") ? "TaskEvent" : "PostEvent"];
		if (!check({ type, data, ...rest })) wrong.push(JSON.stringify(check.errors));
		events.push({ id, type, data });
		answer(response, count);
	});
	return { url: `${sink.url}/hook`, events, wrong, close: () => sink.close() };
}

function eventChecks(): Readonly<Record<"TaskEvent" | "PostEvent", ValidateFunction>> {
	const ajv = new Ajv({ allErrors: true, strict: false });
	formats.default(ajv);
	ajv.addSchema({ $id: "service", components: document.components });
	const check = (name: string) => ajv.compile({ $ref: `service#/components/schemas/${name}` });
	return { TaskEvent: check("TaskEvent"), PostEvent: check("PostEvent") };
}
