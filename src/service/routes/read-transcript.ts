import { defined } from "../../model/defined.ts";
import type { WireTranscript } from "../../wire/messages.gen.ts";
import { answer, type Handler } from "../http/exchange.ts";
import { sourceName } from "../media/names.ts";
import { readText } from "../media/read.ts";
import { Refusal } from "../refusal.ts";
import { readableTask } from "../tasks/read-task.ts";

/** Extension: what is said in the video of a clipping task. */
export const readTranscript: Handler = async (core, exchange) => {
	const { source } = await readableTask(core, "clipping", exchange.req.param("id") ?? "");
	const file = source?.transcript;
	if (source === undefined || file === undefined)
		throw new Refusal(404, "Nobody knows what is said in the video of this task.");
	const text = await readText(core.media, sourceName(file));
	if (text === undefined) throw new Refusal(410, "The transcript of this task was removed.");
	const { transcriptOrigin: origin } = source;
	return answer(exchange, defined({ text, format: file.extension, origin }) satisfies WireTranscript);
};
