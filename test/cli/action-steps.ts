import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { ROOM } from "../journeys/program.ts";

/** A step of the action. */
export interface Step {
	readonly name: string;
	readonly if?: string;
	readonly shell?: string;
	readonly run?: string;
	readonly env?: Readonly<Record<string, string>>;
	readonly uses?: string;
}

/** The action itself. */
export const FILE = fileURLToPath(new URL("../../.github/actions/showrun/action.yml", import.meta.url));
export const ACTION = parse(readFileSync(FILE, "utf8"));
export const STEPS: readonly Step[] = ACTION.runs.steps;
/** What became of a step. */
export interface Ran {
	readonly code: number | null;
	readonly said: string;
	/** What the step wrote for later ones. */
	readonly outputs: string;
	readonly summary: string;
	/** Arguments of each call of `gh`, and what it sent. */
	readonly calls: readonly string[];
}

/** What a step finds. */
export interface Given {
	readonly cwd?: string;
	readonly env?: Readonly<Record<string, string>>;
	/** What `gh` answers to the question for comments. */
	readonly comments?: string;
	readonly temp?: string;
	/** The checkout of this repository that the runner made. */
	readonly checkout: string;
}

/** Runs one step's script as a runner does, with a `gh` that only writes down what it was asked. */
export function runStep(
	name: string,
	{ cwd = ROOM, env = {}, comments = "", temp = mkdtempSync(join(ROOM, "runner-")), checkout }: Given,
): Ran {
	const script = STEPS.find((each) => each.name === name)?.run;
	if (script === undefined) throw new Error(`no step ${name}`);
	installGh(temp);
	const files = { comments, calls: "", output: "", summary: "", "step.sh": script };
	for (const [file, text] of Object.entries(files)) writeFileSync(join(temp, file), text);
	const args = ["--noprofile", "--norc", "-e", "-o", "pipefail", join(temp, "step.sh")];
	const { status, stdout, stderr } = spawnSync("bash", args, {
		cwd,
		encoding: "utf8",
		timeout: 300_000,
		env: { ...runnerEnvironment(temp, checkout), ...env },
	});
	const read = (file: string) => readFileSync(join(temp, file), "utf8");
	return {
		code: status,
		said: stdout + stderr,
		outputs: read("output"),
		summary: read("summary"),
		calls: read("calls").split("\n").filter(Boolean),
	};
}

/** A `gh` that notes its arguments and what it sent, and answers with the comments there are. */
function installGh(temp: string): void {
	const lines = [
		"#!/bin/bash",
		`printf '%s\\n' "$*" >> "${temp}/calls"`,
		`for arg in "$@"; do case $arg in`,
		`body=@*) cp "\${arg#body=@}" "${temp}/sent" ;;`,
		`--jq) cat "${temp}/comments" ;;`,
		"esac; done",
	];
	mkdirSync(join(temp, "bin"), { recursive: true });
	writeFileSync(join(temp, "bin", "gh"), `${lines.join("\n")}\n`);
	chmodSync(join(temp, "bin", "gh"), 0o755);
}

function runnerEnvironment(temp: string, checkout: string): Record<string, string> {
	return {
		PATH: `${join(temp, "bin")}:${dirname(process.execPath)}:/usr/bin:/bin`,
		GITHUB_ACTION_PATH: join(checkout, ".github", "actions", "showrun"),
		XDG_STATE_HOME: join(temp, "memory"),
		GITHUB_OUTPUT: join(temp, "output"),
		GITHUB_STEP_SUMMARY: join(temp, "summary"),
		RUNNER_TEMP: temp,
		CI: "true",
		HOME: join(temp, "home"),
	};
}
