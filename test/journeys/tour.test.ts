import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Running, start, until } from "./program.ts";
import { TERMINAL } from "./screen.ts";
import { type CommandStep, difference, isShown, stepsOf } from "./tour.ts";
import { video, workspace } from "./workspace.ts";

const SOURCE = video("talk", { seconds: 12 });
/** A shell in which `showrun` is the program, and Ctrl-C is left to it. */
const SHELL = 'trap : INT; node=$0 main=$1; showrun() { "$node" "$main" "$@"; }; eval "$2"';

function run(line: string, cwd: string): Running {
	return start([line], {
		cwd,
		through: ["python3", "-c", TERMINAL, "sh", "-c", SHELL],
		env: { TERM: "xterm-256color" },
	});
}

async function follow(step: CommandStep, cwd: string): Promise<void> {
	const running = run(step.line, cwd);
	for (const { after, keys } of step.typed) {
		await until(() => isShown(after, running.said()), { running });
		running.stdin.write(keys === "^C" ? "\x03" : `${keys}\n`);
	}
	const { code, out, err } = await running.ended;
	const differs = difference(step.expected, out + err);
	assert.ok(differs === undefined, `tour.md:${step.at}: $ ${step.line}\n${differs}`);
	assert.is(code, step.exit, `tour.md:${step.at}: $ ${step.line}\n${out}${err}`);
}

const tour = suite("the tour");

tour("every command says what the tour says", async () => {
	const cwd = workspace(SOURCE);
	for (const step of stepsOf(new URL("./tour.md", import.meta.url)))
		if (step.kind === "file") writeFileSync(join(cwd, step.path), step.text);
		else if (step.line.startsWith("showrun ")) await follow(step, cwd);
		else execFileSync("sh", ["-c", step.line], { cwd, timeout: 300_000 });
});

tour("a difference names the line that is missing and where the screen goes on otherwise", () => {
	assert.is(difference(["a", "…", "c … e"], "a\r\nb\r\nb\r\nc d e\r\n"), undefined);
	assert.is(difference(["a", "c"], "a\r\nb\r\n"), "expected next: c\nshown:\n  a\n→ b\n");
	assert.is(difference(["a", "b"], "a\r\n"), "expected next: b\nshown:\n  a\n→ (end)");
	assert.is(difference(["a"], "a\r\nb\r\n"), "expected next: (nothing more)\nshown:\n  a\n→ b\n");
});
tour.run();
