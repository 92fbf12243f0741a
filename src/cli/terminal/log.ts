import type { Notice } from "../../model/notice.ts";
import { jsonLogLine, renderLogLine } from "../../views/log-line.ts";
import { err, inkOf } from "./terminal.ts";

/** Writes a line; `event` belongs to it and has a message of its own. */
export type Log = (notice: Notice, event?: object) => void;

/** Writes to standard error: lines for people on a terminal, else JSON. */
export function openLog(): Log {
	const isTerminal = process.stderr.isTTY === true;
	return (notice, event = {}) => {
		const context = { at: new Date(), event };
		err(
			isTerminal
				? renderLogLine(notice, { ...context, ink: inkOf(process.stderr) })
				: jsonLogLine(notice, context),
		);
	};
}

/** Writes what the embedded service says: a stack is a bug. */
export function logService(log: Log): (text: string) => void {
	return (text) => log({ level: /\n\s+at /.test(text) ? "error" : "warn", message: text });
}
