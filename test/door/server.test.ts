import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { Ajv } from "ajv";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parse } from "yaml";
import { FFMPEG } from "../builders/media.ts";
import schema from "./compose/compose-spec.json" with { type: "json" };
import { type Container, lineIn, readContainer, scriptOf } from "./container.ts";
import { packed } from "./install.ts";
import { npmSettings, ROOM } from "./stranger.ts";

const [SERVER, FLEET] = [join("examples", "server"), join("examples", "fleet")];
const UNITS = readdirSync(SERVER).filter((name) => name.endsWith(".service"));
/** Of `systemd-analyze security`: 10 is a unit that may do everything. */
const MOST_EXPOSED = 2.5;
const KEY = "a-key-of-twenty-letters-or-more";
const LIMIT_MS = 300_000;

interface Service {
	readonly command?: readonly string[];
	readonly environment: Readonly<Record<string, string>>;
	readonly read_only: boolean;
	readonly secrets: readonly string[];
}

const composed = (folder = SERVER): Readonly<Record<string, Service>> =>
	parse(readFileSync(join(folder, "compose.yaml"), "utf8"), { merge: true }).services;

const files = suite("the files for a server");

for (const folder of [SERVER, FLEET])
	files(`${folder}/compose.yaml keeps to the schema of compose files, which knows a misspelt key`, () => {
		const { $schema: _, ...rules } = schema;
		const check = new Ajv({ strict: false, validateFormats: false }).compile(rules);
		const text = readFileSync(join(folder, "compose.yaml"), "utf8");
		assert.ok(check(parse(text, { merge: true })), JSON.stringify(check.errors));
		assert.not.ok(check(parse(text.replace("read_only:", "readonly:"), { merge: true })));
		const { postgres: _postgres, ...ours } = composed(folder);
		for (const { read_only, secrets } of Object.values(ours))
			assert.equal([read_only, secrets], [true, ["api-key"]]);
	});

if (spawnSync("systemd-analyze", ["--version"]).error) console.log("not run: systemd-analyze");
else {
	files("systemd finds nothing wrong with what differs on several machines", () => {
		const units = folderOf("units");
		cpSync(SERVER, units, { recursive: true });
		cpSync(join(SERVER, "showrun-serve.service"), join(units, "showrun-worker.service"));
		for (const name of ["serve", "worker", "watch"]) {
			const unit = join(units, `showrun-${name}.service`);
			cpSync(join(FLEET, "systemd", `${name}.conf`), join(`${unit}.d`, "fleet.conf"));
			const { status, stderr } = spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" });
			assert.equal([status, stderr], [0, ""]);
		}
	});
	for (const unit of UNITS)
		files(`systemd finds nothing wrong with ${unit}, and little exposed`, () => {
			const verified = spawnSync("systemd-analyze", ["verify", join(SERVER, unit)], { encoding: "utf8" });
			assert.equal([verified.status, verified.stderr], [0, ""]);
			const { stdout } = spawnSync("systemd-analyze", ["security", "--offline=yes", join(SERVER, unit)], {
				encoding: "utf8",
			});
			const exposed = Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]);
			assert.ok(exposed <= MOST_EXPOSED, stdout.slice(-300));
		});
}

if (spawnSync("apt-cache", ["show", "dpkg"]).status !== 0) console.log("not run: apt");
else
	files("Debian has the packages of the container file", () => {
		const [line = ""] = readContainer(join(SERVER, "Containerfile")).run;
		const install = /apt-get (install [^&]*)/.exec(line)?.[1] ?? "";
		const simulated = spawnSync("apt-get", ["--simulate", ...install.trim().split(" ")], {
			encoding: "utf8",
		});
		assert.is(simulated.status, 0, simulated.stderr);
	});

if (process.getuid?.() !== 0 || spawnSync("unshare", ["--mount", "true"]).status !== 0)
	console.log("not run: the container's steps, which need a superuser and unshare");
else
	files("the container's steps make what serves, watches and delivers on a read-only root", async () => {
		const { code, said, campaigns } = await inContainer();
		assert.is(code, 0, said);
		for (const words of [
			"unhealthy before",
			"healthy serve",
			"healthy watch",
			"uid 1000",
			"read-only /usr/local",
		])
			assert.match(said, new RegExp(`^${words}$`, "m"), said);
		const delivered = readdirSync(join(campaigns, "outbox"), { recursive: true, encoding: "utf8" });
		assert.ok(
			delivered.some((name) => name.endsWith(".mp4")),
			delivered.join("\n"),
		);
		assert.not.match(said, KEY);
	});
files.run();

/** Carries out the container file in a root made of this machine, then what compose.yaml starts. */
async function inContainer() {
	const container = readContainer(join(SERVER, "Containerfile"));
	const [port, healthPort] = [await freePort(), await freePort()];
	const campaigns = folderOf("campaigns");
	cpSync(join("examples", "demo"), campaigns, { recursive: true });
	const settings = `embedded: { accounts: [{ platform: youtube, username: Acme }] }\ndaemon: { port: 7789 }\n`;
	writeFileSync(join(campaigns, "showrun.config.yaml"), settings.replace("7789", `${healthPort}`));
	const secrets = folderOf("secrets");
	writeFileSync(join(secrets, "api-key"), `${KEY}\n`);
	const memory = folderOf("memory");
	for (const folder of [campaigns, secrets, memory]) spawnSync("chown", ["-R", container.user, folder]);
	const script = scriptOf({
		root: folderOf("root"),
		mounts: { "/campaigns": campaigns, "/memory": memory, "/run/secrets": secrets },
		files: { "/showrun.tgz": join(ROOM, packed().filename), "/usr/local/bin/ffmpeg": FFMPEG },
		run: container.run.filter((line) => !line.startsWith("apt-get")),
		// Where the image's own npm installs.
		env: { ...npmSettings(), HOME: "/tmp", npm_config_prefix: "/usr/local", SHOWRUN: "/showrun.tgz" },
		after: served(container),
	});
	const ported = script.replaceAll("7788", `${port}`).replaceAll("7789", `${healthPort}`);
	const isolated = ["--mount", "--pid", "--fork", "--kill-child", "bash", "-c", ported];
	const { status, stdout, stderr } = spawnSync("unshare", isolated, {
		encoding: "utf8",
		timeout: LIMIT_MS,
		killSignal: "SIGKILL",
	});
	return { campaigns, code: status, said: stdout + stderr };
}

/** Lines that start what compose.yaml starts, wait for a delivered clip and stop all of it. */
function served(container: Container): readonly string[] {
	const { serve = NONE, watch = NONE } = composed();
	const begin = ({ command = container.command, environment }: Service) =>
		lineIn(container, [...container.entry, ...command], environment);
	const health = ({ environment }: Service) => lineIn(container, ["sh", "-c", container.health], environment);
	const look = 'echo "uid $(id -u)"; touch /usr/local/a 2>/dev/null || echo read-only /usr/local';
	return [
		`if ${health(serve)}; then echo healthy before; else echo unhealthy before; fi`,
		`${begin(serve)} & serving=$!`,
		`until ${health(serve)}; do kill -0 $serving; sleep 1; done; echo healthy serve`,
		`${begin(watch)} & watching=$!`,
		`until ${health(watch)}; do kill -0 $watching; sleep 1; done; echo healthy watch`,
		'until [ -n "$(find "$root"/campaigns/outbox -name "*.mp4")" ]; do kill -0 $watching; sleep 1; done',
		lineIn(container, ["sh", "-c", look]),
		"kill -TERM $watching; wait $watching; kill -TERM $serving; wait $serving",
	];
}

const NONE: Service = { environment: {}, read_only: false, secrets: [] };

function folderOf(name: string): string {
	const folder = join(ROOM, "server", name);
	mkdirSync(folder, { recursive: true });
	return folder;
}

async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
	const address = server.address();
	await new Promise((settle) => server.close(settle));
	return typeof address === "object" && address !== null ? address.port : 0;
}
