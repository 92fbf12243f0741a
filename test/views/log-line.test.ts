import { suite } from "uvu";
import * as assert from "uvu/assert";
import { jsonLogLine, renderLogLine, renderTimedText } from "../../src/views/log-line.ts";

const logging = suite("log lines");
const at = new Date(2026, 10, 22, 9, 5, 7);
const ink = { colour: false, width: 100 };
const pass = {
	level: "warn",
	message: "pass",
	triggers: ["files", "cron"],
	blocked: 1,
	why: undefined,
} as const;

logging("are JSON with a level, a time and a message for collectors", () => {
	const { time, ...rest } = JSON.parse(jsonLogLine(pass, { at }));
	assert.equal(
		[time, rest],
		[at.toISOString(), { level: 40, triggers: ["files", "cron"], blocked: 1, msg: "pass" }],
	);
});

logging("are one line with the time of day and the details for people", () =>
	assert.is(renderLogLine(pass, { at, ink }), "09:05:07 warn  pass  triggers: files, cron  blocked: 1\n"),
);

logging("let no control character through", () =>
	assert.is(
		renderLogLine({ level: "info", message: "a\u001b[31m", why: "b\nc" }, { at, ink }),
		"09:05:07       a\\u001b[31m  why: b\\u000ac\n",
	),
);
logging("keep the message of an event beside their own", () => {
	const event = { address: "a.post.b", message: "refused" };
	const line = JSON.parse(jsonLogLine({ level: "error", message: "failed" }, { at, event }));
	assert.equal([line.msg, line.message, line.address], ["failed", "refused", "a.post.b"]);
});
logging("begin the lines of an event with the time of day, in the width that is left", () => {
	const told = (text: string) =>
		renderTimedText(({ width }) => text.replace("WIDTH", String(width)), { at, ink });
	assert.is(told("done     a.post.b: handed over"), "09:05:07 done     a.post.b: handed over\n");
	assert.is(told("clips    a: WIDTH\n         b"), "09:05:07 clips    a: 91\n                  b\n");
	assert.is(told(""), "");
});
logging.run();
