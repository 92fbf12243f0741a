import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What a container file says, as far as ours says anything. */
export interface Container {
	/** Shell lines, in order. */
	readonly run: readonly string[];
	readonly args: Readonly<Record<string, string>>;
	readonly env: Readonly<Record<string, string>>;
	readonly user: string;
	readonly folder: string;
	readonly volumes: readonly string[];
	readonly health: string;
	readonly entry: readonly string[];
	readonly command: readonly string[];
}

/** Reads a container file. Throws for an instruction that is none of those we use. */
export function readContainer(file: string): Container {
	const text = readFileSync(file, "utf8")
		.replace(/^#.*\n/gm, "")
		.replace(/\\\n\s*/g, "");
	const said = [...text.matchAll(/^([A-Z]+) (.*)$/gm)].map(
		([, name = "", rest = ""]) => [name, rest] as const,
	);
	const known = /^(FROM|RUN|ARG|ENV|WORKDIR|VOLUME|USER|HEALTHCHECK|STOPSIGNAL|ENTRYPOINT|CMD)$/;
	for (const [name] of said) if (!known.test(name)) throw new Error(`${name} is not carried out here`);
	const all = (name: string) => said.filter(([each]) => each === name).map(([, rest]) => rest);
	const last = (name: string) => all(name).at(-1) ?? "";
	const pairs = (name: string) =>
		Object.fromEntries(
			all(name)
				.flatMap((rest) => rest.split(" "))
				.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)] as const),
		);
	return {
		run: all("RUN"),
		args: pairs("ARG"),
		env: pairs("ENV"),
		user: last("USER"),
		folder: last("WORKDIR"),
		volumes: JSON.parse(last("VOLUME")),
		health: last("HEALTHCHECK").replace(/^.*?CMD /, ""),
		entry: JSON.parse(last("ENTRYPOINT")),
		command: JSON.parse(last("CMD")),
	};
}

export interface Root {
	/** An empty folder. */
	readonly root: string;
	/** What the container's folders for `volumes` are outside, by their path inside. */
	readonly mounts: Readonly<Record<string, string>>;
	/** Files that the build has, by their path inside. */
	readonly files: Readonly<Record<string, string>>;
	/** Shell lines of the image. */
	readonly run: readonly string[];
	/** Shell lines, once all but the volumes and /tmp is read-only. */
	readonly after: readonly string[];
	/** Variables of the image's lines. */
	readonly env: Readonly<Record<string, string>>;
}

const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/**
 * A script for `unshare --mount`: makes a root of this machine's programs, read-only, with an empty
 * /usr/local; carries out the image's lines there, makes everything but the volumes and /tmp read-only, and
 * goes on there.
 */
export function scriptOf({ root, mounts, files, run, after, env }: Root): string {
	const node = dirname(dirname(process.execPath));
	const isElsewhere = !/^\/usr\/?$/.test(node);
	const own = existsSync(join(node, "lib")) ? [join(node, "bin"), join(node, "lib")] : [join(node, "bin")];
	return [
		"set -eu",
		`root=${root}`,
		'mount -t tmpfs none "$root"',
		'mkdir "$root"/usr "$root"/etc "$root"/proc "$root"/dev "$root"/tmp "$root"/run "$root"/var',
		'for each in bin sbin lib lib64; do [ ! -e /$each ] || cp -a /$each "$root"/; done',
		'for each in usr etc; do mount --bind /$each "$root"/$each; mount -o remount,bind,ro "$root"/$each; done',
		'mount -t proc none "$root"/proc; mount --bind /dev "$root"/dev',
		'chmod 1777 "$root"/tmp',
		'mount -t tmpfs none "$root"/usr/local; mkdir "$root"/usr/local/bin',
		...(isElsewhere ? [`cp -a ${own.join(" ")} "$root"/usr/local/`] : []),
		...Object.keys(mounts).map((inside) => `mkdir -p "$root"${inside}`),
		...Object.entries(files).map(([inside, outside]) => `cp -L ${outside} "$root"${inside}`),
		...run.map((line) => `chroot "$root" env -i ${words({ PATH, ...env })} sh -ec ${quoted(line)}`),
		...Object.entries(mounts).map(([inside, outside]) => `mount --bind ${outside} "$root"${inside}`),
		'mount -t tmpfs none "$root"/tmp; chmod 1777 "$root"/tmp',
		'mount -o remount,ro "$root"/usr/local; mount -o remount,ro "$root"',
		...after,
	].join("\n");
}

/** A line that runs a command there as the container's user, with its rights and its environment alone. */
export function lineIn(
	{ user, folder, env }: Container,
	command: readonly string[],
	more: Readonly<Record<string, string>> = {},
): string {
	const [uid = "", gid = uid] = user.split(":");
	const as = ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", "--no-new-privs"];
	const bare = ["--bounding-set=-all", "--inh-caps=-all", "env", "-i", `--chdir=${folder}`];
	const all = { PATH, ...env, ...more };
	return `chroot "$root" ${[...as, ...bare].join(" ")} ${words(all)} ${command.map(quoted).join(" ")}`;
}

function words(env: Readonly<Record<string, string>>): string {
	return Object.entries(env)
		.map(([name, value]) => quoted(`${name}=${value}`))
		.join(" ");
}

/** A text as one word of a shell. */
function quoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}
