import { constants } from "node:fs";
import { access, mkdir, readdir, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import type { Run } from "../../engine/port.ts";
import { defined } from "../../model/defined.ts";
import { ProgramFault, printable, run as runProgram } from "../../system/run.ts";
import { startsLikeVideo } from "../../system/video-signature.ts";
import { FetchFault, TooLargeFault } from "./faults.ts";

interface Fetching {
	/** Our environment: where programs are, and how the network is reached. */
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Where it works; what an interrupted attempt left there is gone on with. */
	readonly folder: string;
	readonly limits: { readonly maxBytes: number; readonly limitMs: number };
}

const PROGRAM = process.platform === "win32" ? "yt-dlp.exe" : "yt-dlp";
const PROGRESS = /^showrun-progress (\d+) (\d+|NA|None) (\d+(?:\.\d+)?|NA|None)$/;
const TITLE = "showrun-title ";
/** What it inherits: how to find programs and the network, and nothing that configures it or holds a secret of ours. */
const INHERITED = [
	"PATH",
	"LANG",
	"LC_ALL",
	"TMPDIR",
	"SystemRoot",
	"HTTP_PROXY",
	"HTTPS_PROXY",
	"NO_PROXY",
	"http_proxy",
	"https_proxy",
	"no_proxy",
	"SSL_CERT_FILE",
];

/** Fetches the one video of a page with the user's own yt-dlp: without a shell, its configuration, plugins, cookies and caches. Throws `FetchFault`. */
export async function fromSite(
	url: URL,
	fetching: Fetching,
	run: Run,
): Promise<{ readonly path: string; readonly title?: string }> {
	const { folder, limits, env } = fetching;
	const path = await programOn(env.PATH ?? "");
	await mkdir(folder, { recursive: true, mode: 0o700 });
	let title: string | undefined;
	const onLine = (line: string) => {
		if (line.startsWith(TITLE)) title = printable(line.slice(TITLE.length), 200);
		const [, done, total, guess] = PROGRESS.exec(line) ?? [];
		if (Number(done) > limits.maxBytes) throw new TooLargeFault(url.host, limits.maxBytes);
		const all = Number(total) || Number(guess);
		if (done !== undefined && all > 0) run.progress(Math.min(1, Number(done) / all));
	};
	const program = {
		path,
		args: argumentsFor(url, limits.maxBytes),
		cwd: folder,
		env: environment(env, folder),
		signal: run.signal,
		limitMs: limits.limitMs,
		onLine,
	};
	const end = await runProgram(program).catch((error: unknown) => {
		throw error instanceof ProgramFault ? new FetchFault(error.message, { cause: error }) : error;
	});
	if (end.code !== 0)
		throw new FetchFault(
			`yt-dlp could not fetch the video from ${url.host}: ${withoutAddresses(end.lastLines.at(-1) ?? "it gave no reason")}`,
			FAILED,
		);
	return defined({ path: await videoIn(folder, url, limits), title: title || undefined });
}

const FAILED = {
	remedy: "Sites change often: a newer yt-dlp may know better. Or download the video and name the file.",
};

/** Where the yt-dlp on a PATH is. Throws `FetchFault` where there is none. */
export async function programOn(searchPath: string): Promise<string> {
	// A relative entry would run whatever lies in the current folder.
	for (const folder of searchPath.split(delimiter).filter((each) => isAbsolute(each))) {
		const path = join(folder, PROGRAM);
		const found = await access(path, constants.X_OK).then(
			() => true,
			() => false,
		);
		if (found) return path;
	}
	throw new FetchFault("The settings ask for yt-dlp (embedded.urls.yt_dlp), and it is not on the PATH.", {
		remedy: "Install it: https://github.com/yt-dlp/yt-dlp",
	});
}

function argumentsFor(url: URL, maxBytes: number): readonly string[] {
	return [
		...[
			"--ignore-config",
			"--no-exec",
			"--no-batch-file",
			"--no-cookies",
			"--no-cookies-from-browser",
			"--no-cache-dir",
			"--no-playlist",
		],
		...[
			"--playlist-items",
			"1",
			"--match-filter",
			"!is_live",
			"--max-filesize",
			String(maxBytes),
			"--socket-timeout",
			"30",
			"--retries",
			"3",
		],
		...[
			"--format",
			"bv*[height<=1080]+ba/b[height<=1080]/b",
			"--merge-output-format",
			"mp4",
			"--restrict-filenames",
			"--no-mtime",
		],
		...[
			"--newline",
			"--progress",
			"--progress-template",
			PROGRESS_TEMPLATE,
			"--no-simulate",
			"--print",
			`after_move:${TITLE}%(title)s`,
		],
		...["--output", "video.%(ext)s", "--", url.href],
	];
}

const PROGRESS_TEMPLATE =
	"download:showrun-progress %(progress.downloaded_bytes)s %(progress.total_bytes)s %(progress.total_bytes_estimate)s";

/** A home of its own: there are no plugins and no passwords in it. */
function environment(env: Fetching["env"], folder: string): Readonly<Record<string, string | undefined>> {
	const inherited = Object.fromEntries(INHERITED.map((name) => [name, env[name]]));
	return {
		...inherited,
		HOME: folder,
		XDG_CONFIG_HOME: folder,
		XDG_CACHE_HOME: folder,
		XDG_DATA_HOME: folder,
		PYTHONNOUSERSITE: "1",
	};
}

async function videoIn(folder: string, url: URL, limits: Fetching["limits"]): Promise<string> {
	const names = (await readdir(folder)).filter(
		(name) => /^video\.[a-z0-9]{1,5}$/.test(name) && !/\.(?:part|ytdl|temp)$/.test(name),
	);
	for (const path of names.map((name) => join(folder, name))) {
		const found = await stat(path);
		if (!found.isFile() || !(await startsLikeVideo(path))) continue;
		if (found.size > limits.maxBytes) throw new TooLargeFault(url.host, limits.maxBytes);
		return path;
	}
	throw new FetchFault(
		`yt-dlp brought no video from ${url.host}: it is a live stream, larger than embedded.urls.max_gigabytes, or of a kind that is not taken.`,
		FAILED,
	);
}

function withoutAddresses(line: string): string {
	return line.replace(/\bhttps?:\/\/\S+/g, "the address");
}
