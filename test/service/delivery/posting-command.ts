/**
 * A program that posts, as tests want it to: `node FILE LOG MODE`. What it posts it appends to the log, whose
 * lines are the truth. Plain JavaScript, so that it starts at once.
 */
export const POSTING_PROGRAM = `
import { appendFileSync, existsSync, readFileSync } from "node:fs";

const [log, mode] = process.argv.slice(2);
const post = JSON.parse(readFileSync(0, "utf8"));
const known = () => existsSync(log) && readFileSync(log, "utf8").includes(process.env.SHOWRUN_POST_ID);
const commit = () => {
	const { files, account } = post;
	const held = readFileSync(files.video.path, "utf8");
	const { SHOWRUN_POST_ID: id, SECRET_TOKEN: token, OTHER_TOKEN: other } = process.env;
	appendFileSync(log, JSON.stringify({ id, account: account.username, held, token, other, cwd: process.cwd() }) + "\\n");
};

if (process.env.SHOWRUN_PHASE === "settle") {
	console.log(JSON.stringify({ posted: mode === "unsure" ? null : known() }));
	process.exit(0);
}
if (mode.startsWith("exit")) {
	console.error("because of \\u001b[31mred\\u001b[0m " + process.env.SECRET_TOKEN);
	process.exit(Number(mode.slice(4)));
}
if (mode === "hang") {
	commit();
	process.on("SIGTERM", () => {});
	setInterval(() => {}, 1_000);
} else {
	commit();
	if (mode === "crash") process.kill(process.pid, "SIGSEGV");
	if (mode === "late-failure") process.exit(1);
	console.log("uploading…");
	console.log(mode === "plain" ? "done" : '{"id":7,"url":"https://example.com/7"}');
}
`;
