import { suite } from "uvu";
import * as assert from "uvu/assert";
import { importCycles } from "./house/cycles.ts";
import {
	BUDGET,
	COMPUTING,
	CYCLES,
	IMPURE_GLOBALS,
	IMPURE_PACKAGES,
	LAW,
	LOADERS,
	LONG_FILES,
	NAMELESS,
	PURE_IMPORTS,
	PURE_MODULES,
	ROOMLESS,
} from "./house/law.ts";
import { type Import, resolved, type Source, sourceOf, sourcesBelow } from "./house/sources.ts";

const src = sourcesBelow("src");
const tests = sourcesBelow("test");
const written = [...src, ...tests, ...sourcesBelow("schemas"), ...sourcesBelow("examples")].filter(
	({ path }) => !isGenerated(path),
);
const byPath = new Map(src.map((source) => [source.path, source]));

const rooms = suite("rooms");

rooms("every folder of src is a room with a law", () => {
	assert.equal(
		src
			.filter(({ path }) => roomOf(path) === undefined && !(inRoom(path) in ROOMLESS))
			.map(({ path }) => path),
		[],
	);
});

rooms("a room imports only the rooms and packages its law names", () => {
	assert.equal(
		src.flatMap((source) => source.imports.flatMap((each) => importProblem(source, each) ?? [])),
		[],
	);
});

rooms("an import that the law forbids is noticed, dynamic and type imports too", () => {
	const cases: Record<string, string> = {
		'import { x } from "../cli/main.ts";': "src/plan/new.ts imports cli (src/cli/main.ts)",
		'const x = await import("../system/files.ts");': "src/plan/new.ts imports system (src/system/files.ts)",
		'export type { X } from "../state/store.ts";': "src/plan/new.ts imports state (src/state/store.ts)",
		'import { request } from "undici";': "src/plan/new.ts imports the package undici",
		"await import(`../${name}.ts`);": "src/plan/new.ts imports a computed name",
	};
	for (const [text, problem] of Object.entries(cases)) {
		const source = sourceOf("src/plan/new.ts", text);
		assert.equal(
			source.imports.flatMap((each) => importProblem(source, each) ?? []),
			[problem],
		);
	}
});

rooms("a pure file reaches nothing outside, neither itself nor through what it loads", () => {
	assert.equal(src.filter(mustBePure).flatMap(purityProblems), []);
});

rooms("a clock, an environment or a disk in a pure file is noticed", () => {
	const cases: Record<string, string> = {
		"export const now = () => Date.now();": "Date.now",
		"export const today = () => new Date();": "new Date()",
		"export const home = () => process.env.HOME;": "process",
		'import { readFileSync } from "node:fs";': "node:fs",
		'import { createHash, randomUUID } from "node:crypto";': "node:crypto",
		'import * as hashes from "node:crypto";': "node:crypto",
		"export const any = () => Math.random();": "Math.random",
	};
	for (const [text, word] of Object.entries(cases))
		assert.equal(impureWords(sourceOf("src/plan/new.ts", text)), [word]);
	for (const text of [
		"export const at = (x: { process: Date }) => new Date(x.process);",
		'import { createHash } from "node:crypto";',
	])
		assert.equal(impureWords(sourceOf("src/plan/new.ts", text)), []);
});

rooms("the law names no pure or impure file that is gone", () => {
	const named = Object.entries(LAW).flatMap(([room, { pure }]) =>
		namedFiles(pure).map((file) => `src/${room}/${file}`),
	);
	const loose = Object.keys(ROOMLESS).map((file) => `src/${file}`);
	assert.equal(
		[...named, ...loose, ...Object.keys(COMPUTING)].filter(
			(path) =>
				!src.some((source) => (path.endsWith("/") ? source.path.startsWith(path) : source.path === path)),
		),
		[],
	);
});

rooms.run();

const budgets = suite("budgets");

budgets("a source file has at most 250 lines, unless its reason is listed", () => {
	const long = written.filter(
		({ path, lines }) => !path.startsWith("test/") && lines > BUDGET.fileLines && !(path in LONG_FILES),
	);
	assert.equal(
		long.map(({ path, lines }) => `${path}: ${lines} lines`),
		[],
	);
});

budgets("a listed exception is still needed", () => {
	assert.equal(
		Object.keys(LONG_FILES).filter(
			(path) => (written.find((source) => source.path === path)?.lines ?? 0) <= BUDGET.fileLines,
		),
		[],
	);
});

budgets("a test file has fewer than 400 lines", () => {
	assert.equal(
		tests
			.filter(({ lines }) => lines >= BUDGET.testFileLines)
			.map(({ path, lines }) => `${path}: ${lines} lines`),
		[],
	);
});

budgets("a function has at most 40 lines and three parameters", () => {
	const large = written.flatMap(({ path, functions }) =>
		functions
			.filter(({ lines, parameters }) => lines > BUDGET.functionLines || parameters > BUDGET.parameters)
			.map(
				({ name, line, lines, parameters }) =>
					`${path}:${line} ${name}: ${lines} lines, ${parameters} parameters`,
			),
	);
	assert.equal(large, []);
});

budgets("a line has at most 110 columns, unless a text in it cannot be broken", () => {
	const wide = written.flatMap(({ path, wideLines }) => wideLines.map((line) => `${path}:${line}`));
	assert.equal(wide, []);
});

budgets("a wide comment or expression is noticed, a long text is not", () => {
	const [wide, long] = ["a ".repeat(60), `"${"b ".repeat(60)}"`];
	const cases: Record<string, readonly number[]> = {
		[`// ${wide}`]: [1],
		[`/** ${wide} */`]: [1],
		[`const a = [${wide.replaceAll(" ", ", ")}];`]: [1],
		[`\t// ${"a".repeat(54)} ${"a".repeat(54)}`]: [1],
		[`const a = ${long};`]: [],
		[`const a = \`${wide}\`;`]: [],
		[`// See https://example.com/${"a".repeat(100)}`]: [],
	};
	for (const [text, lines] of Object.entries(cases))
		assert.equal(sourceOf("a.ts", text).wideLines, lines, text);
});

budgets("no file reaches itself through what it imports", () => {
	assert.equal([...importCycles(src), ...importCycles(tests)], CYCLES);
});

budgets("a cycle is noticed, of any length, and named once", () => {
	const sources = [
		sourceOf("src/a/one.ts", 'import type { X } from "./two.ts";'),
		sourceOf("src/a/two.ts", 'import { y } from "../b/three.ts"; import { z } from "./four.ts";'),
		sourceOf("src/b/three.ts", 'export { one } from "../a/one.ts";'),
		sourceOf("src/a/four.ts", 'import "./five.ts";'),
		sourceOf("src/a/five.ts", "export const five = 5;"),
	];
	assert.equal(importCycles(sources), ["src/a/one.ts, src/a/two.ts, src/b/three.ts"]);
});

budgets("functions are measured wherever they are written", () => {
	const body = "\n".repeat(41);
	for (const text of [
		`function f() {${body}}`,
		`const f = () => {${body}};`,
		`class A { f() {${body}} }`,
		`const a = { f() {${body}} };`,
	]) {
		assert.equal(
			sourceOf("src/plan/new.ts", text).functions.map(({ name, lines }) => [name, lines]),
			[["f", 42]],
		);
	}
});

budgets.run();

const names = suite("names");

names("nothing is named utils, helpers, common or lib, and no folder has an index", () => {
	assert.equal(
		[...src, ...tests]
			.map(({ path }) => path)
			.filter((path) => NAMELESS.test(path.replace(/\.ts$/, "")) || path.endsWith("/index.ts")),
		[],
	);
});

names("nothing in src is exported as default", () => {
	assert.equal(
		src.filter((source) => source.defaultExport && !isGenerated(source.path)).map(({ path }) => path),
		[],
	);
});

names("what may be undefined is left out by `defined`", () => {
	assert.equal(
		src.flatMap(({ path, undefinedSpreads }) => undefinedSpreads.map((line) => `${path}:${line}`)),
		[],
	);
});

names("a spread of what may be undefined is noticed, one with another condition is not", () => {
	const text = [
		"({ ...(a !== undefined && { a }) });",
		"({ ...(a.b !== undefined && { c: a.b }) });",
		"({ ...(a !== undefined && { b: a + 1 }) });",
		"({ ...(a !== b && { a }) });",
	].join("\n");
	assert.equal(sourceOf("test.ts", text).undefinedSpreads, [1, 2]);
});

names.run();

const testing = suite("tests");

testing("a test file makes a suite, and runs each suite it makes", () => {
	assert.equal(tests.flatMap(suiteProblems), []);
});

testing("a forgotten run, a lone test and a hook are noticed", () => {
	const cases: Record<string, string[]> = {
		'const a = suite("a"); a.run();': [],
		'const a = suite("a");': ["a is made 1 times and run 0 times"],
		'suite("a").run();': ["a suite has no name"],
		'const a = suite("a"); a.only("b", () => {}); a.run();': ["a.only"],
		'const a = suite("a"); a.before.each(() => {}); a.run();': ["a.before"],
		"const a = 1;": ["it makes no suite"],
	};
	for (const [text, problems] of Object.entries(cases)) {
		assert.equal(
			suiteProblems(sourceOf("test/new.test.ts", text)),
			problems.map((problem) => `test/new.test.ts: ${problem}`),
		);
	}
});

testing.run();

function importProblem(source: Source, { from }: Import): string | undefined {
	const room = roomOf(source.path);
	if (from === undefined)
		return LOADERS.includes(source.path) ? undefined : `${source.path} imports a computed name`;
	if (from.startsWith(".")) return roomProblem(source.path, room, resolved(source.path, from));
	if (from.startsWith("node:")) return undefined;
	const name = from
		.split("/")
		.slice(0, from.startsWith("@") ? 2 : 1)
		.join("/");
	const allowed = room ? LAW[room].packages : (ROOMLESS[inRoom(source.path)] ?? []);
	return allowed.includes(name) ? undefined : `${source.path} imports the package ${name}`;
}

function roomProblem(path: string, room: keyof typeof LAW | undefined, target: string): string | undefined {
	if (room === "cli" && (target === "package.json" || /^schemas\/\w+\.schema\.json$/.test(target)))
		return undefined;
	if (room === "service" && target === "schemas/service.openapi.json") return undefined;
	if (room === undefined && inRoom(target) in ROOMLESS) return undefined;
	const other = roomOf(target);
	const allowed = room ? [room, ...LAW[room].rooms] : [];
	return other !== undefined && (allowed.includes(other) || allowed.includes(target.replace(/^src\//, "")))
		? undefined
		: `${path} imports ${other ?? "no room"} (${target})`;
}

function roomOf(path: string): keyof typeof LAW | undefined {
	const name = /^src\/([^/]+)\//.exec(path)?.[1];
	return name !== undefined && isRoom(name) ? name : undefined;
}

function isRoom(name: string): name is keyof typeof LAW {
	return Object.hasOwn(LAW, name);
}

function inRoom(path: string): string {
	return path.replace(/^src\//, "");
}

function isGenerated(path: string): boolean {
	return path.includes(".gen.");
}

function mustBePure({ path }: Source): boolean {
	const room = roomOf(path);
	if (room === undefined) return false;
	const { pure } = LAW[room];
	const name = path.slice(`src/${room}/`.length);
	if (typeof pure === "string") return pure === "all";
	const among = (files: readonly string[]) =>
		files.some((file) => (file.endsWith("/") ? name.startsWith(file) : name === file));
	return "only" in pure ? among(pure.only) : !among(pure.allBut);
}

function namedFiles(pure: (typeof LAW)["model"]["pure"]): readonly string[] {
	if (typeof pure === "string") return [];
	return "only" in pure ? pure.only : pure.allBut;
}

/**
 * One line for every way from a pure file to something outside; a file it loads answers for all it
 * loads in turn.
 */
function purityProblems(source: Source): string[] {
	const problems: string[] = [];
	const seen = new Set<string>();
	const room = roomOf(source.path);
	const strict = room !== undefined && LAW[room].pure === "all";
	const visit = (each: Source, way: readonly string[]): void => {
		if (seen.has(each.path)) return;
		seen.add(each.path);
		const words = impureWords(each).filter((word) => strict || !PURE_MODULES.has(word));
		problems.push(...words.map((word) => `${[...way, each.path].join(" > ")}: ${word}`));
		for (const next of each.imports.flatMap((one) => loadedBy(each, one) ?? []))
			visit(next, [...way, each.path]);
	};
	visit(source, []);
	return problems;
}

/** The file whose code an import makes a pure file depend on, unless it takes only what computes. */
function loadedBy({ path }: Source, { from, typeOnly, names }: Import): Source | undefined {
	if (!from?.startsWith(".") || typeOnly) return undefined;
	const target = resolved(path, from);
	return names?.every((name) => COMPUTING[target]?.includes(name)) ? undefined : byPath.get(target);
}

function impureWords({ imports, words }: Source): string[] {
	const outside = (from: string) => from.startsWith("node:") || IMPURE_PACKAGES.has(from);
	const computes = ({ from = "", names }: Import) =>
		names?.every((name) => PURE_IMPORTS[from]?.includes(name)) ?? false;
	const modules = imports.flatMap((each) =>
		each.from !== undefined && !each.typeOnly && outside(each.from) && !computes(each) ? [each.from] : [],
	);
	return [...new Set([...modules, ...words.filter((word) => IMPURE_GLOBALS.has(word))])];
}

/** What uvu would pass over in silence (house rule: no hooks, no lone or skipped tests, every suite run). */
function suiteProblems({ path, words, suites }: Source): string[] {
	const count = (word: string) => words.filter((each) => each === word).length;
	const forgotten = [...new Set(suites)].flatMap((name) => {
		const [made, run] = [suites.filter((each) => each === name).length, count(`${name}.run()`)];
		return made === run ? [] : [`${name} is made ${made} times and run ${run} times`];
	});
	const forbidden = ["only", "skip", "before", "after"]
		.flatMap((kind) => suites.map((name) => `${name}.${kind}`))
		.filter((word) => words.includes(word));
	const nameless = count("suite()") > suites.length ? ["a suite has no name"] : [];
	const missing = path.endsWith(".test.ts") && count("suite()") === 0 ? ["it makes no suite"] : [];
	return [...forgotten, ...forbidden, ...nameless, ...missing].map((problem) => `${path}: ${problem}`);
}
