import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { packed, projectWithShowrun } from "./install.ts";
import { done, emptyFolder, run } from "./stranger.ts";

const MEGABYTE = 1_000_000;
const MOST_PACKAGES = 60;
const VERSIONS = [20, 22, 24];
const SCRIPTS_OF_INSTALL = ["preinstall", "install", "postinstall"];

const FOLDER = projectWithShowrun("project");
const MAIN = join(FOLDER, "node_modules", "showrun", "dist", "main.js");

const tarball = suite("the packed tarball");

tarball("is small, and has the short talk of the demo instead of the long one of the quickstart", () => {
	const { size, files } = packed();
	assert.ok(size < MEGABYTE, `${size} bytes`);
	const media = files.map(({ path }) => path).filter((path) => path.includes("/media/"));
	assert.equal(media, ["examples/demo/media/talk.mp4", "examples/demo/media/talk.srt"]);
});

tarball("installs few packages without a script of its own, and npm finds nothing wrong", () => {
	const { scripts } = JSON.parse(
		readFileSync(join(FOLDER, "node_modules", "showrun", "package.json"), "utf8"),
	);
	assert.equal(
		Object.keys(scripts).filter((name) => SCRIPTS_OF_INSTALL.includes(name)),
		[],
	);
	const packages = done(["npm", "ls", "--all", "--parseable"], { cwd: FOLDER }).trim().split("\n");
	assert.ok(packages.length <= MOST_PACKAGES, `${packages.length} packages`);
});

tarball("runs its demo, which leaves clips that open and nothing beside its folder", () => {
	const cwd = emptyFolder("demo");
	const printed = done(["npx", "showrun", "demo"], { cwd: FOLDER, env: { TMPDIR: cwd } });
	assert.match(printed, /^No changes\./m);
	const clips = [...printed.matchAll(/^ {2}(\S.*\.mp4)$/gm)].map(([, file]) => join(FOLDER, file ?? ""));
	const [demo] = readdirSync(cwd);
	const found = readdirSync(join(cwd, demo ?? "", "outbox"), { recursive: true, encoding: "utf8" });
	assert.is(clips.length, 2);
	assert.is(found.filter((name) => name.endsWith(".mp4")).length, 2);
	assert.not.ok(existsSync(join(emptyFolder("home"), ".local", "state", "showrun")));
});

tarball("ends its demo with what went wrong, where no ffmpeg can be used", () => {
	const env = { TMPDIR: emptyFolder("failing"), SHOWRUN_FFMPEG: "/nonexistent" };
	const { code, out, err } = run(["npx", "showrun", "demo"], { cwd: FOLDER, env });
	assert.is(code, 1, out + err);
	assert.match(out + err, "/nonexistent does not exist or cannot be run");
	assert.not.match(out, "$ showrun plan");
	assert.not.match(out + err, "This is a bug");
});

tarball("ends its demo with what is missing, where nothing can be written", () => {
	const { code, err } = run(["npx", "showrun", "demo"], { cwd: FOLDER, env: { TMPDIR: "/nonexistent" } });
	assert.is(code, 1);
	assert.match(err, "cannot be copied to /nonexistent (ENOENT).");
	assert.match(err, "Set TMPDIR");
});

tarball("says on a Node that is too old which one it needs", () => {
	const { code, out, err } = run([nodeOf(18), MAIN, "plan"], { cwd: FOLDER });
	assert.is(code, 1);
	assert.is(out, "");
	assert.match(
		err,
		/^Error: Node 18\.\S+ is too old\.\n {2}Install Node 20\.19 or newer\. This one is \S+\n$/,
	);
});
tarball.run();

const first = suite("a stranger's first minutes");

for (const version of VERSIONS)
	first(`init, plan, apply and a second plan, on Node ${version}`, () => {
		const node = nodeOf(version);
		const folder = emptyFolder(`first-${version}`);
		const at = { cwd: FOLDER, node, env: { XDG_STATE_HOME: join(folder, ".memory") } };
		assert.match(done([node, "--version"], at), new RegExp(`^v${version}\\.`));
		for (const name of ["talk.mp4", "talk.srt"])
			cpSync(join("examples", "demo", "media", name), join(folder, name));
		done(["npx", "showrun", "init", folder], at);
		assert.match(done(["npx", "showrun", "plan", folder], at), /^Plan: 1 to submit/m);
		const applied = run(["npx", "showrun", "apply", folder, "--auto-approve"], at);
		assert.is(applied.code, 0, applied.out + applied.err);
		assert.match(done(["npx", "showrun", "plan", folder], at), /^No changes\./m);
	});
first.run();

/** A Node of this major version: this one, or the one that the registry has for this machine. */
function nodeOf(version: number): string {
	if (process.versions.node.startsWith(`${version}.`)) return process.execPath;
	const folder = emptyFolder(`node-${version}`);
	const name = `node-${process.platform}-${process.arch}`;
	done(["npm", "install", "--prefix", folder, "--ignore-scripts", `${name}@${version}`], { cwd: folder });
	return join(folder, "node_modules", name, "bin", "node");
}
