import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { parseSync } from "oxc-parser";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../house/sources.ts";
import { builtProgram } from "../journeys/built-program.ts";

const DIST = join(await builtProgram(), "dist");
/** What is loaded on demand stands behind `=>`, in braces if it is what one file passes on of others. */
const ON_DEMAND = /=>\{(?:[^{}]|\{[^{}]*\})*\}\)|=>require\("[^"]+"\)/g;
const REQUIRE = /\brequire\("(\.[^"]+)"\)/g;

const chunks = suite("the chunks of the program");

chunks("a plan opens few files", () => {
	const kept = filesOf("cli.js", "program", "spellings", "plan");
	assert.ok(kept.length <= 30, `${kept.length} files`);
	const made = filesOf("cli.js", "program", "spellings", "plan", "plan-anew");
	assert.ok(made.length <= 38, `${made.length} files`);
});

chunks("the version, the help, listening and a plan that is kept load nothing that makes plans", () => {
	const core = filesOf("plan-anew").filter((file) => readFileSync(file).length > 200_000);
	assert.ok(core.length > 0);
	const started = filesOf("cli.js", "program", "spellings", "plan");
	for (const light of [started, filesOf("listen.js"), filesOf("explain")])
		assert.equal(
			light.filter((file) => core.includes(file)),
			[],
		);
});

chunks("no chunk loads itself by others, and nothing that one exports changes later", () => {
	const files = readdirSync(join(DIST, "chunks")).map((file) => join(DIST, "chunks", file));
	for (const file of files) {
		const text = readFileSync(file, "utf8");
		for (const path of requiredBy(file)) assert.not.ok(filesFrom([path]).includes(file), file);
		const exported = new Set(/module\.exports=\{([^}]*)\};\s*$/.exec(text)?.[1]?.match(/[\w$]+(?=,|$)/g));
		const changed = changedIn(parseSync(file, text).program);
		assert.equal(
			[...exported].filter((name) => changed.has(name)),
			[],
			file,
		);
	}
});

chunks("only what changes a variable of the file counts as that", () => {
	const changed = (code: string) => [...changedIn(parseSync("x.js", code).program)];
	assert.equal(changed("let a=1;function f(){a=2}"), ["a"]);
	assert.equal(changed("let a=1;const f=()=>{[,{b:a=2}]=g()}"), ["a"]);
	assert.equal(changed("let a=1;const f=()=>a++"), ["a"]);
	assert.equal(changed("let a=1;function f(a){a=2}const g=()=>{let a;a=3};this.a=1;b.a.a++"), []);
});

chunks("the schemas of files are read from where the package has them, and bundled nowhere", () => {
	const packed = readFileSync(join(ROOT, "schemas", "clips.schema.json"), "utf8");
	const main = join(DIST, "main.js");
	const shown = execFileSync(process.execPath, [main, "schema", "clips"], { encoding: "utf8" });
	assert.equal(JSON.parse(shown), JSON.parse(packed));
	const words: string = JSON.parse(packed).description.slice(0, 60);
	const files = readdirSync(join(DIST, "chunks")).map((file) => join(DIST, "chunks", file));
	assert.equal(
		files.filter((file) => readFileSync(file, "utf8").includes(words)),
		[],
	);
});

chunks("without YAML 1.1 a directive that names it changes nothing", () => {
	const cwd = mkdtempSync(join(tmpdir(), "showrun-yaml-"));
	const homes = ["CACHE", "CONFIG", "STATE"].map((name) => [`XDG_${name}_HOME`, join(cwd, name)] as const);
	const env = { ...process.env, ...Object.fromEntries(homes) };
	const video = "videos: { a: { source: https://example.com/a.mp4, project: !!binary aGk= } }";
	const run = (text: string) => {
		writeFileSync(join(cwd, "a.campaign.yaml"), text);
		const { status, stdout } = spawnSync(process.execPath, [join(DIST, "main.js"), "validate"], { cwd, env });
		return { status, text: String(stdout) };
	};
	try {
		const account = "accounts: { a: { platform: youtube, username: on } }";
		const plain = video.replace(", project: !!binary aGk=", "");
		assert.equal(run(`%YAML 1.1\n---\ncampaign: c\n${account}\n${plain}\n`).status, 0);
		assert.match(run(`%YAML 1.1\n---\ncampaign: c\n${account}\n${video}\n`).text, /binary/);
	} finally {
		rmSync(cwd, { recursive: true });
	}
});

chunks("the files are ASCII, which is read without being decoded", () => {
	const files = readdirSync(DIST, { recursive: true, encoding: "utf8" }).filter((file) =>
		file.endsWith(".js"),
	);
	assert.equal(
		files.filter((file) => readFileSync(join(DIST, file)).some((byte) => byte > 0x7f)),
		[],
	);
});

type Node = Readonly<Record<string, unknown>>;

/** Variables of a file that something assigns to: those of a function that have their names are others. */
function changedIn(
	node: unknown,
	own: ReadonlySet<string> = new Set(),
	changed = new Set<string>(),
): ReadonlySet<string> {
	if (!isNode(node)) return changed;
	const inside = FUNCTION.test(String(node.type)) ? new Set([...own, ...declaredIn(node)]) : own;
	const assigned = [
		node.type === "AssignmentExpression" && node.left,
		node.type === "UpdateExpression" && node.argument,
	];
	for (const name of assigned.flatMap(namesIn)) if (!inside.has(name)) changed.add(name);
	for (const each of Object.values(node)) changedIn(each, inside, changed);
	return changed;
}

const FUNCTION = /^(Function|ArrowFunction)/;

/** Names of the parameters and variables of a function. */
function declaredIn(node: unknown, found: string[] = []): readonly string[] {
	if (!isNode(node)) return found;
	const { type } = node;
	const own = FUNCTION.test(String(type))
		? [...namesIn(node.params), ...namesIn(node.id)]
		: namesIn(
				type === "VariableDeclarator" || type === "ClassDeclaration"
					? node.id
					: type === "CatchClause" && node.param,
			);
	found.push(...own);
	for (const each of Object.values(node)) declaredIn(each, found);
	return found;
}

/** The variables of a pattern: what is behind a dot is none. */
function namesIn(node: unknown): readonly string[] {
	if (Array.isArray(node)) return node.flatMap(namesIn);
	if (!isNode(node) || node.type === "MemberExpression") return [];
	if (node.type === "Identifier") return [String(node.name)];
	if (node.type === "Property") return namesIn(node.value);
	return [node.left, node.argument, node.elements, node.properties, node.items, node.pattern].flatMap(
		namesIn,
	);
}

function isNode(node: unknown): node is Node {
	return typeof node === "object" && node !== null;
}

/** Every file that these load at once, by their paths; an entry loaded on demand by its source's name. */
function filesOf(...names: readonly string[]): readonly string[] {
	return filesFrom(names.flatMap((name) => (name.endsWith(".js") ? [join(DIST, name)] : onDemand(name))));
}

function filesFrom(files: readonly string[]): readonly string[] {
	const found = new Set<string>();
	const add = (file: string) => {
		if (found.has(file)) return;
		found.add(file);
		for (const path of requiredBy(file)) add(path);
	};
	for (const file of files) add(file);
	return [...found];
}

const required = new Map<string, readonly string[]>();

function requiredBy(file: string): readonly string[] {
	const known = required.get(file);
	if (known) return known;
	const found = requiredIn(readFileSync(file, "utf8").replace(ON_DEMAND, ""), file);
	required.set(file, found);
	return found;
}

function requiredIn(text: string, file: string): readonly string[] {
	return [...text.matchAll(REQUIRE)].map(([, path = ""]) => join(dirname(file), path));
}

/** The file of an entry loaded on demand, or those whose exports it passes on: one is named like it. */
function onDemand(name: string): readonly string[] {
	const files = [DIST, join(DIST, "chunks")].flatMap((folder) =>
		readdirSync(folder)
			.filter((file) => file.endsWith(".js"))
			.map((file) => join(folder, file)),
	);
	const own = files.filter((file) => basename(file).replace(/-[^-]*$/, "") === name);
	if (own.length > 0) return own;
	const exported = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
	const found = files.flatMap((file) =>
		(readFileSync(file, "utf8").match(ON_DEMAND) ?? [])
			.filter((text) => new RegExp(`[{,]${exported}:`).test(text))
			.map((text) => requiredIn(text, file)),
	);
	assert.ok(found.length > 0, name);
	return found[0] ?? [];
}

chunks.run();
