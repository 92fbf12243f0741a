/** The reference as pages: its links, and whether all that the program declares is on it. */
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { writeReference } from "../../schemas/reference/write.ts";
import { program } from "../../src/cli/program.ts";
import { RULE_IDS, RULES } from "../../src/model/rules.ts";
import { EXTENSIONS } from "../../src/service/extensions.ts";
import { ROUTES } from "../../src/service/routes/routes.ts";

const OUT = join(mkdtempSync(join(tmpdir(), "showrun-reference-")), "pages");
const COUNT = await writeReference(OUT);
const PAGES = new Map(
	readdirSync(OUT)
		.filter((name) => name.endsWith(".html"))
		.map((name) => [name, readFileSync(join(OUT, name), "utf8")] as const),
);

/** A page's text as a reader sees it. */
function textOf(name: string): string {
	return unescaped((PAGES.get(name) ?? "").replace(/<[^>]*>/g, ""));
}

function unescaped(text: string): string {
	return text
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&quot;", '"')
		.replaceAll("&#39;", "'")
		.replaceAll("&amp;", "&");
}

/** Whether a page's text has a sentence, whose code stands without its quotes there. */
function shows(text: string, sentence: string): boolean {
	return text.includes(sentence.replaceAll("`", ""));
}

function idsOf(name: string): readonly string[] {
	return [...(PAGES.get(name) ?? "").matchAll(/\sid="([^"]*)"/g)].map(([, id = ""]) => unescaped(id));
}

function missingIn<Value extends string>(name: string, wanted: readonly Value[]): readonly Value[] {
	const ids = new Set(idsOf(name));
	return wanted.filter((each) => !ids.has(each));
}

const pages = suite("pages");

pages("are as many as were written, are reached from the contents, and need no script", () => {
	assert.is(PAGES.size, COUNT);
	const contents = PAGES.get("index.html") ?? "";
	const unreached = [...PAGES.keys()].filter(
		(name) => name !== "index.html" && !contents.includes(`"${name}"`),
	);
	assert.equal(unreached, []);
	assert.equal(
		[...PAGES].filter(([, text]) => /<script|\son\w+=/i.test(text)).map(([name]) => name),
		[],
	);
});

pages("have each anchor once, and no link or picture that leads nowhere", () => {
	const wrong: string[] = [];
	let links = 0;
	for (const [name, text] of PAGES) {
		const ids = idsOf(name);
		if (new Set(ids).size < ids.length) wrong.push(`${name}: an anchor twice`);
		for (const [, written = ""] of text.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
			links++;
			const href = unescaped(written);
			if (/^https?:\/\//.test(href)) continue;
			const [file = "", anchor] = href.split("#");
			const target = file === "" ? name : file;
			const isThere = anchor === undefined ? existsSync(join(OUT, target)) : idsOf(target).includes(anchor);
			if (!isThere || href === "#") wrong.push(`${name}: ${href}`);
		}
	}
	assert.equal(wrong, []);
	assert.ok(links > 3_000, `${links} links`);
});

pages("are there for every explanation and every guide", () => {
	const explained = readdirSync(".github/docs").map((name) => `doc-${name.replace(".md", ".html")}`);
	const guides = readdirSync("examples")
		.filter((name) => existsSync(join("examples", name, "README.md")))
		.map((name) => `guide-${name}.html`);
	assert.equal(
		[...explained, ...guides].filter((name) => !PAGES.has(name)),
		[],
	);
});

pages("show HTML of texts as text", () => {
	const text = PAGES.get("commands.html") ?? "";
	assert.match(text, "&lt;file&gt;");
	assert.not.match(text, "<file>");
});
pages.run();

/** Every command that is not hidden, with its path. */
function* commandsIn(command: Command, path = "showrun"): Generator<readonly [string, Command]> {
	yield [path, command];
	for (const each of command.commands)
		if (!("_hidden" in each && each._hidden)) yield* commandsIn(each, `${path} ${each.name()}`);
}

const declared = suite("what the program declares");

declared("every command and every option is there", () => {
	const commands = [...commandsIn(program())];
	const anchors = commands.flatMap(([path, command]) => {
		const anchor = path.replaceAll(" ", "-");
		const options = command.options.filter(({ hidden }) => !hidden).map(({ long }) => `${anchor}.${long}`);
		return [anchor, ...options, `${anchor}.--help`];
	});
	assert.equal(missingIn("commands.html", anchors), []);
	assert.ok(commands.length > 60 && anchors.length > 300, `${commands.length} ${anchors.length}`);
});

declared("every rule is there, with its title and remedy", () => {
	assert.equal(missingIn("rules.html", RULE_IDS), []);
	const text = textOf("rules.html");
	assert.equal(
		RULE_IDS.filter((id) => !shows(text, RULES[id].title) || !shows(text, RULES[id].fix)),
		[],
	);
});

/** The keys of every map of a schema, however deep, as often as they are declared. */
function keysIn(schema: unknown): readonly string[] {
	if (typeof schema !== "object" || schema === null) return [];
	const { if: _condition, ...declaring } = schema as { readonly if?: object; readonly properties?: object };
	return [...Object.keys(declaring.properties ?? {}), ...Object.values(declaring).flatMap(keysIn)];
}

const SCHEMAS = ["campaign", "shared", "clips", "settings", "state", "saved-plan"];
for (const [schema, page] of [...SCHEMAS.map((name) => [name, name] as const), ["plan", "output"] as const])
	declared(`every key of ${schema} is there`, () => {
		const keys = keysIn(JSON.parse(readFileSync(`schemas/${schema}.schema.json`, "utf8")));
		const rows = idsOf(`${page}.html`).flatMap((id) => id.split(".").slice(1).join(".") || []);
		const shown = textOf(`${page}.html`);
		assert.equal(
			keys.filter((key) => !shown.includes(key)),
			[],
		);
		assert.ok(rows.length >= keys.length, `${rows.length} rows of ${keys.length} keys`);
	});

declared("every request, message and other address of the service is there", () => {
	const { paths, components } = JSON.parse(readFileSync("schemas/service.openapi.json", "utf8"));
	const requests = Object.entries<object>(paths).flatMap(([path, methods]) =>
		Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
	);
	const routes = ROUTES.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
	const shown = [...(PAGES.get("service.html") ?? "").matchAll(/<code>([A-Z]+ \/[^<]*)<\/code>/g)].map(
		([, name = ""]) => name,
	);
	assert.equal([...new Set([...requests, ...routes])].sort(), [...shown].sort());
	const text = textOf("service.html");
	assert.equal(
		keysIn(components.schemas).filter((key) => !text.includes(key)),
		[],
	);
});

declared("every extension is listed and explained", () => {
	const [listed, explained] = [textOf("service.html"), textOf("doc-service.html")];
	assert.equal(
		Object.keys(EXTENSIONS).filter((name) => !listed.includes(name) || !explained.includes(name)),
		[],
	);
});

declared("every line of JSON and every exit code is there", () => {
	const events = readFileSync("src/model/event.ts", "utf8").matchAll(/\btype: "([\w-]+)"/g);
	const shown = textOf("output.html");
	assert.equal(
		[...events].flatMap(([, type = ""]) => (shown.includes(`type: "${type}"`) ? [] : [type])),
		[],
	);
	const commands = textOf("commands.html");
	assert.match(commands, /Exit codes: 0 .* 1 .* 2 .* 3 .* 4 /s);
});
declared.run();
