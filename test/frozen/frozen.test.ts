/**
 * What version 0.1.0 wrote for the quickstart, kept as it was: its files must open and mean the
 * same, and every name in its JSON must still be there. Texts for people (`*.txt`, `*.md`) are
 * kept beside them to compare by eye.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOM } from "../journeys/program.ts";
import { showrunWarm } from "../journeys/warm.ts";

const FROZEN = fileURLToPath(new URL("0.1.0/", import.meta.url));
const QUICKSTART = fileURLToPath(new URL("../../examples/quickstart/", import.meta.url));

/** The quickstart as 0.1.0 had it; `settled` with the state that 0.1.0 left behind. */
function quickstart(settled: "settled" | "fresh"): string {
	const folder = mkdtempSync(join(ROOM, "frozen-"));
	cpSync(join(QUICKSTART, "media"), join(folder, "media"), { recursive: true });
	for (const name of ["keynote.campaign.yaml", "showrun.config.yaml"])
		cpSync(join(FROZEN, name), join(folder, name));
	if (settled === "fresh") return folder;
	mkdirSync(join(folder, ".showrun"));
	cpSync(join(FROZEN, "state.json"), join(folder, ".showrun", "state.json"));
	return folder;
}

function linesOf(text: string): unknown[] {
	return text
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
}

/** The JSON of today with every name that the old one lacks left out, at every depth. */
function restrictedTo(old: unknown, now: unknown): unknown {
	if (Array.isArray(old) && Array.isArray(now)) return now.map((each, at) => restrictedTo(old[at], each));
	if (!isRecord(old) || !isRecord(now)) return now;
	const kept = Object.keys(old).filter((name) => name in now);
	return Object.fromEntries(kept.map((name) => [name, restrictedTo(old[name], now[name])]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The version differs on purpose, and a plan shows its source by the absolute path of the folder it is in.
 */
function comparable(value: unknown): unknown {
	return isRecord(value) && value.type === "version" ? { ...value, showrun: "" } : value;
}

const JSON_OUTPUTS: readonly (readonly [string, "settled" | "fresh", readonly string[]])[] = [
	["plan-fresh.jsonl", "fresh", ["plan", ".", "--json"]],
	["plan-settled.jsonl", "settled", ["plan", ".", "--json"]],
	["status.jsonl", "settled", ["status", "--json"]],
	["history.jsonl", "settled", ["history", "--json"]],
	["calendar.jsonl", "settled", ["calendar", "--json", "--month", "2026-11"]],
	["state-list.jsonl", "settled", ["state", "list", "--json"]],
];

const frozen = suite("frozen samples of 0.1.0");

for (const [file, kind, args] of JSON_OUTPUTS) {
	frozen(`${file}: every name and value is still in what \`${args.join(" ")}\` prints`, async () => {
		const { code, out, err } = await showrunWarm(args, { cwd: quickstart(kind) });
		assert.equal([code, err], [0, ""]);
		const [before, now] = [linesOf(readFileSync(join(FROZEN, file), "utf8")), linesOf(out)];
		assert.equal(
			now.map((line, at) => comparable(restrictedTo(before[at], line))),
			before.map(comparable),
		);
	});
}

frozen("the state of 0.1.0 is planned as settled, and applied without a request", async () => {
	const cwd = quickstart("settled");
	for (const args of [
		["plan", "."],
		["apply", ".", "--auto-approve"],
	]) {
		const { code, out } = await showrunWarm(args, { cwd });
		assert.equal([code, out.split(".")[0]], [0, "No changes"], args.join(" "));
	}
});

frozen("the saved plan of 0.1.0 is shown with its changes", async () => {
	const { code, out } = await showrunWarm(["show", join(FROZEN, "saved.plan.json")], {
		cwd: quickstart("fresh"),
	});
	assert.is(code, 0);
	for (const address of ["keynote-2026.video.keynote", 'keynote-2026.post.shorts["keynote@*"].tiktok-main']) {
		assert.match(out, address);
	}
	assert.match(out, "Plan: 2 to submit (about 14 units), 0–6 to publish.");
});

frozen.run();
