import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { FFMPEG } from "../builders/media.ts";
import { projectWithShowrun } from "./install.ts";
import { done, emptyFolder } from "./stranger.ts";

const FOLDER = projectWithShowrun("program");
const TYPES = join(process.cwd(), "node_modules", "@types");
const COMPILER = join(process.cwd(), "node_modules", "typescript", "bin", "tsc");
/** The programs of the document, in its order. */
const [PLAN_AND_APPLY = "", WATCH = "", DELIVER = "", PICK = ""] = readFileSync(
	join("examples", "program", "README.md"),
	"utf8",
)
	.split("```ts\n")
	.slice(1)
	.map((part) => part.slice(0, part.indexOf("```")));

const programs = suite("programs that use showrun");

for (const moduleResolution of ["nodenext", "bundler"])
	programs(`compile in a strict project with ${moduleResolution}, its declarations checked too`, () => {
		const module = moduleResolution === "bundler" ? "esnext" : "nodenext";
		compile(`types-${moduleResolution}`, { moduleResolution, module });
	});

programs("cannot import what is inside", () => {
	const inside = readdirSync(join(FOLDER, "node_modules", "showrun", "dist", "chunks"))[0];
	const program = `import("showrun/dist/chunks/${inside}").catch(({ code }) => console.log(code))`;
	assert.is(done([process.execPath, "--eval", program], { cwd: FOLDER }), "ERR_PACKAGE_PATH_NOT_EXPORTED\n");
	const declared = readdirSync(join(FOLDER, "node_modules", "showrun", "dist", "types"), { recursive: true });
	const texts = declared
		.map((name) => join(FOLDER, "node_modules", "showrun", "dist", "types", String(name)))
		.filter((path) => path.endsWith(".ts"))
		.map((path) => readFileSync(path, "utf8"));
	assert.not.ok(texts.some((text) => text.includes(process.cwd())));
});

programs("plan, apply and hear events, without a word of showrun's own", () => {
	const cwd = workspace("apply");
	const printed = runProgram(PLAN_AND_APPLY, cwd).split("\n");
	assert.match(printed[0] ?? "", /^\d+ /);
	assert.ok(printed.some((line) => /^demo\.post\.shorts\[.*\]\.youtube-main youtube\/Acme\//.test(line)));
	assert.is(printed.at(-2), "done 0");
	assert.match(runProgram(PLAN_AND_APPLY, cwd), /^0 No changes/);
});

programs("watch until their signal aborts", () => {
	const said = runProgram(
		WATCH.replace("1_000", "30_000").replace("event.message)", STOP),
		workspace("watch"),
	);
	assert.match(said, /^pass$/m);
});
/** Ends the program of the document once a pass was made. */
const STOP = 'event.message), event.message === "pass" && stop.abort()';

programs("embed the service, and deliver the posts of an account themselves", () => {
	const cwd = workspace("deliver");
	const printed = runProgram(DELIVER, cwd);
	assert.match(printed, /^posted acme-inc \S/m);
	assert.match(printed, /^2 accounts$/m);
	assert.equal(readdirSync(join(cwd, "campaigns", "outbox")), ["youtube"]);
	assert.match(done(["showrun", "plan", join(cwd, "campaigns")], at(cwd)), /^No changes\./m);
});

programs("pick clips, and do with the client all that the interface has", () => {
	const cwd = workspace("pick");
	const media = join("examples", "quickstart", "media");
	const cut = ["-v", "error", "-y", "-i", join(media, "keynote.mp4"), "-t", "75", "-c", "copy"];
	execFileSync(FFMPEG, [...cut, join(cwd, "campaigns", "media", "talk.mp4")]);
	cpSync(join(media, "keynote.srt"), join(cwd, "campaigns", "media", "talk.srt"));
	const printed = runProgram(PICK, cwd);
	const lines = (word: string) => [...printed.matchAll(new RegExp(`^${word} (\\d) (.*)$`, "gm"))];
	const [first = [], second = []] = lines("clip").map(([, , moment = ""]) => moment.split(" ").map(Number));
	const [one, other] = [first, second].map(([from = 0, to = 0]) => to - from);
	assert.ok(one !== undefined && other !== undefined && one > 0 && one <= other, printed);
	const told = lines("reason").map(([, idx, reason]) => [idx, reason]);
	assert.equal(
		told,
		["0", "1"].map((idx) => [idx, "It is one of the two shortest."]),
	);
	const links = lines("link").map(([, idx, status]) => [idx, status]);
	assert.equal(links, [
		["0", "200"],
		["1", "200"],
	]);
	assert.match(printed, /^publish done$/m);
});
programs.run();

/** Compiles the programs of the document in the project that has showrun installed. */
function compile(name: string, options: Readonly<Record<string, unknown>>): string {
	const folder = join(FOLDER, name);
	mkdirSync(folder, { recursive: true });
	for (const [file, text] of Object.entries({
		plan: PLAN_AND_APPLY,
		watch: WATCH,
		deliver: DELIVER,
		pick: PICK,
	}))
		writeFileSync(join(folder, `${file}.mts`), text);
	const compilerOptions = {
		...{
			target: "es2022",
			strict: true,
			skipLibCheck: false,
			noEmit: true,
			types: ["node"],
			typeRoots: [TYPES],
		},
		...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, isolatedModules: true },
		...options,
	};
	writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.mts"] }));
	return execFileSync(process.execPath, [COMPILER, "--project", folder], { encoding: "utf8", stdio: "pipe" });
}

/** A folder with the campaign of the demo in `campaigns`. */
function workspace(name: string): string {
	const folder = emptyFolder(name);
	const campaigns = emptyFolder(join(name, "campaigns"));
	cpSync(join("examples", "demo"), campaigns, { recursive: true });
	return folder;
}

/** Runs a program of the document as its type-stripped self, and gives what it printed. */
function runProgram(text: string, cwd: string): string {
	const bare = text
		.replace(/import \{ type Destination, startService \}/, "import { startService }")
		.replace("const printer: Destination =", "const printer =")
		.replace("import { type Picker, startService }", "import { startService }")
		.replace("const shortest: Picker =", "const shortest =");
	const file = join(FOLDER, "program.mjs");
	writeFileSync(file, bare);
	return done([process.execPath, file], at(cwd));
}

function at(cwd: string) {
	return { cwd, env: { XDG_STATE_HOME: join(cwd, ".memory"), PATH: pathOf() } };
}

function pathOf(): string {
	return `${join(FOLDER, "node_modules", ".bin")}:${process.env.PATH}`;
}
