import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

/** The ordinary user that a superuser's tests become. */
const NOBODY = 65_534;
/** Where every user may go; the folder for temporary files of a superuser's run is closed to others. */
const OPEN = "/tmp";
const LIMIT_MS = 600_000;

/** Everything here is gone when the test file ends. */
export const ROOM = mkdtempSync(join(isRoot() ? OPEN : tmpdir(), "showrun-door-"));
process.on("exit", () => rmSync(ROOM, { recursive: true, force: true, maxRetries: 5 }));
if (isRoot()) chownSync(ROOM, NOBODY, NOBODY);

/** How a command ended. */
export interface Ended {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
}

/** An empty folder of an ordinary user. */
export function emptyFolder(name: string): string {
	const folder = join(ROOM, name);
	mkdirSync(folder, { recursive: true });
	if (isRoot()) chownSync(folder, NOBODY, NOBODY);
	return folder;
}

/** Runs a command as an ordinary user with a home of its own, with a Node before all others. */
export function run(
	command: readonly string[],
	{
		cwd,
		node = process.execPath,
		env = {},
	}: { readonly cwd: string; readonly node?: string; readonly env?: Readonly<Record<string, string>> },
): Ended {
	const home = emptyFolder("home");
	const as = isRoot() ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups", "--"] : [];
	const [path = "", ...args] = [...as, ...command];
	const { status, stdout, stderr, error } = spawnSync(path, args, {
		cwd,
		encoding: "utf8",
		timeout: LIMIT_MS,
		killSignal: "SIGKILL",
		env: {
			PATH: [dirname(node), process.env.PATH].join(delimiter),
			HOME: home,
			LANG: "C.UTF-8",
			TZ: "UTC",
			...npmSettings(),
			...env,
		},
	});
	if (error) throw error;
	return { code: status, out: stdout, err: stderr };
}

/** Runs a command that must end well, and gives what it printed. */
export function done(command: readonly string[], at: Parameters<typeof run>[1]): string {
	const { code, out, err } = run(command, at);
	if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}\n${out}\n${err}`);
	return out;
}

let settings: Readonly<Record<string, string>> | undefined;

/** Where this machine's npm gets packages from, which an ordinary user may not be able to read. */
export function npmSettings(): Readonly<Record<string, string>> {
	const { NODE_EXTRA_CA_CERTS } = process.env;
	settings ??= {
		...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }),
		...npmConfig(),
	};
	return settings;
}

function npmConfig(): Readonly<Record<string, string>> {
	return Object.fromEntries(
		["registry", "cafile"].flatMap((name) => {
			const value = execFileSync("npm", ["config", "get", name], {
				encoding: "utf8",
				stdio: ["ignore", "pipe", "ignore"],
			}).trim();
			return value === "null" || value === "undefined" || value === ""
				? []
				: [[`npm_config_${name}`, value] as const];
		}),
	);
}

function isRoot(): boolean {
	return process.getuid?.() === 0;
}
