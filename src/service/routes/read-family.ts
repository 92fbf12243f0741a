import { workersOf } from "../core.ts";
import { answer, type Handler } from "../http/exchange.ts";
import { summaryToWire, transcriptToWire } from "../tasks/findings-to-wire.ts";
import { answerTask, foundTask, goingTask } from "../tasks/read-task.ts";

/** Extension (service-facts): a task that looks for moments, with those found so far. */
export const readMoments: Handler = (core, exchange) => answerTask(core, exchange, "moments");

/** Extension (service-facts): a transcript, once there is one. */
export const readTranscriptTask: Handler = async (core, exchange) =>
	answer(exchange, await transcriptToWire(core, await goingTask(core, exchange, "transcript")));

/** Extension (service-facts): a summary, once there is one. */
export const readSummary: Handler = async (core, exchange) =>
	answer(exchange, await summaryToWire(core, await goingTask(core, exchange, "summary")));

/** Ends a transcript that is not final. Doing so again changes nothing. */
export const cancelTranscript: Handler = async (core, exchange) => {
	const task = await foundTask(core, "transcript", exchange.req.param("id") ?? "");
	return answer(exchange, await transcriptToWire(core, await workersOf(core).jobs.cancel(task)));
};

/** The same for a summary. */
export const cancelSummary: Handler = async (core, exchange) => {
	const task = await foundTask(core, "summary", exchange.req.param("id") ?? "");
	return answer(exchange, await summaryToWire(core, await workersOf(core).jobs.cancel(task)));
};
