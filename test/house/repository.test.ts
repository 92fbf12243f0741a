import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { UNWELCOME, UNWELCOME_EXCEPTIONS } from "./law.ts";
import { LICENCE_EXCEPTIONS, LICENCES } from "./licences.ts";
import { allows } from "./node-range.ts";
import { ROOT } from "./sources.ts";

const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" })
	.split("\0")
	.filter(Boolean);

interface LockedPackage {
	readonly license?: string;
	readonly engines?: { readonly node?: string };
}

const packages = suite("packages");
const lockText = readFileSync(join(ROOT, "package-lock.json"), "utf8");
const locked: [string, LockedPackage][] = Object.entries<LockedPackage>(JSON.parse(lockText).packages).map(
	([path, each]) => [path.replace(/^.*node_modules\//, ""), each],
);

packages("every licence goes together with MIT", () => {
	const excepted = (name: string) => LICENCE_EXCEPTIONS.some((exception) => exception.name.test(name));
	assert.equal(
		locked
			.filter(([name, { license }]) => !LICENCES.has(license ?? "none") && !excepted(name))
			.map(([name, { license }]) => `${name}: ${license}`),
		[],
	);
});

packages("every package allows Node 20.19, 22 and 24", () => {
	const refusing = locked.filter(([, { engines }]) =>
		["20.19.0", "22.22.0", "24.11.0"].some((version) => !allows(engines?.node ?? "*", version)),
	);
	assert.equal(
		refusing.map(([name, { engines }]) => `${name}: ${engines?.node}`),
		[],
	);
});

packages("ranges of versions are read as npm reads them", () => {
	const table: Record<string, boolean> = {
		">=20": true,
		">= 4.9.1": true,
		"^20.19.0 || >=22.12.0": true,
		"20 || >=22": true,
		">=18 <21": true,
		"20.x": true,
		"*": true,
		">=22": false,
		"^20.20.0": false,
		"~20.18.1": false,
		"18 || 22": false,
		"<20": false,
	};
	for (const [range, expected] of Object.entries(table)) assert.is(allows(range, "20.19.0"), expected, range);
});

packages("the lock file records no download address", () => {
	assert.not.match(lockText, '"resolved"');
});

packages.run();

const repository = suite("repository");

repository("no tracked text names a machine, a registry host or a writing tool, or puts work off", () => {
	const found = tracked
		.filter((path) => !(path in UNWELCOME_EXCEPTIONS))
		.flatMap((path) =>
			textLines(path).flatMap((line, index) =>
				unwelcome(line).map((what) => `${path}:${index + 1} ${what}: ${line.trim().slice(0, 80)}`),
			),
		);
	assert.equal(found, []);
});

repository("such words are noticed, and addresses that look like them are not", () => {
	const path = ["", "home", "ann", "talk.mp4"].join("/");
	assert.equal(unwelcome(`source: ${path}`), ["a path of one machine"]);
	assert.equal(unwelcome(`https://example.com${path} and ./src${path}`), []);
});

repository("CI runs the README's own commands, then the checks", () => {
	const block = /```sh\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, "README.md"), "utf8"))?.[1] ?? "";
	const ci = readFileSync(join(ROOT, ".ci/run"), "utf8").split("\n");
	const commands = block.split("\n").filter((line) => line.startsWith("npm "));
	assert.is(commands.length, 2);
	const places = [...commands, "npm run check"].map((command) => ci.indexOf(command));
	assert.equal(
		places.map((place, index) => place > (places[index - 1] ?? 0)),
		[true, true, true],
		places.join(),
	);
});

repository.run();

function unwelcome(line: string): string[] {
	return Object.entries(UNWELCOME).flatMap(([what, pattern]) => (pattern.test(line) ? [what] : []));
}

function textLines(path: string): string[] {
	const bytes = readFileSync(join(ROOT, path));
	return bytes.includes(0) ? [] : bytes.toString("utf8").split("\n");
}
