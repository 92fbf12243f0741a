import type { Notice } from "../../model/notice.ts";
import type { Ink } from "../../views/ink.ts";
import { jsonLogLine, renderLogLine, renderTimedText } from "../../views/log-line.ts";
import { err, inkOf } from "./terminal.ts";

/**
 * Writes a line; `event` belongs to it and has a message of its own. `text`: what people read in place of
 * both.
 */
export type Log = (notice: Notice, event?: object, text?: (ink: Ink) => string) => void;

/** Writes to standard error: lines for people on a terminal, else JSON. */
export function openLog(): Log {
	const isTerminal = process.stderr.isTTY === true;
	return (notice, event = {}, text) => {
		const context = { at: new Date(), event };
		if (!isTerminal) return err(jsonLogLine(notice, context));
		const ink = inkOf(process.stderr);
		err(
			text === undefined
				? renderLogLine(notice, { ...context, ink })
				: renderTimedText(text, { ...context, ink }),
		);
	};
}

/** Writes what the embedded service says: a stack is a bug. */
export function logService(log: Log): (text: string) => void {
	return (text) => log({ level: /\n\s+at /.test(text) ? "error" : "warn", message: text });
}
