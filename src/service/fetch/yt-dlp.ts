import { constants } from "node:fs";
import { access, mkdir, readdir, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import type { Run } from "../../engine/port.ts";
import { defined } from "../../model/defined.ts";
import { ProgramFault, printable, run as runProgram } from "../../system/run.ts";
import { startsLikeVideo } from "../../system/video-signature.ts";
import { FetchFault, TooLargeFault } from "./fetch-fault.ts";

/** Where and how the program runs. */
interface YtDlpOptions {
	/** The environment of this process; the program gets a part of it. */
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Its working folder; it resumes what an interrupted attempt left there. */
	readonly folder: string;
	readonly limits: { readonly maxBytes: number; readonly limitMs: number };
}

const PROGRAM = process.platform === "win32" ? "yt-dlp.exe" : "yt-dlp";
const PROGRESS = /^showrun-progress (\d+) (\d+|NA|None) (\d+(?:\.\d+)?|NA|None)$/;
const TITLE = "showrun-title ";
/** Variables it inherits: to find programs and the network; none that configures it or holds a secret. */
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

/**
 * Fetches the one video of a page with the user's own yt-dlp, which runs without a shell and without its
 * configuration, plugins, cookies and caches. Throws `FetchFault`.
 */
export async function fetchWithYtDlp(
	url: URL,
	options: YtDlpOptions,
	run: Run,
): Promise<{ readonly path: string; readonly title?: string }> {
	const { folder, limits, env } = options;
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
	const reason = withoutAddresses(end.lastLines.at(-1) ?? "it gave no reason");
	if (end.code !== 0)
		throw new FetchFault(`yt-dlp failed to fetch the video from ${url.host}: ${reason}`, FAILED);
	return defined({ path: await videoIn(folder, url, limits), title: title || undefined });
}

const FAILED = {
	remedy: "Sites change often: update yt-dlp and try again, or download the video and name the file.",
};

/** Where the yt-dlp on a PATH is. Throws `FetchFault` where there is none. */
export async function programOn(searchPath: string): Promise<string> {
	// A relative entry would run a program of the current folder.
	for (const folder of searchPath.split(delimiter).filter((each) => isAbsolute(each))) {
		const path = join(folder, PROGRAM);
		const found = await access(path, constants.X_OK).then(
			() => true,
			() => false,
		);
		if (found) return path;
	}
	throw new FetchFault("The settings require yt-dlp (embedded.urls.yt_dlp), but it is not on the PATH.", {
		remedy: "Install it: https://github.com/yt-dlp/yt-dlp",
	});
}

const PROGRESS_TEMPLATE =
	"download:showrun-progress %(progress.downloaded_bytes)s %(progress.total_bytes)s %(progress.total_bytes_estimate)s";
const ISOLATION = [
	"--ignore-config",
	"--no-exec",
	"--no-batch-file",
	"--no-cookies",
	"--no-cookies-from-browser",
	"--no-cache-dir",
	"--no-playlist",
];
const ONE_VIDEO = ["--playlist-items", "1", "--match-filter", "!is_live"];
const NETWORK = ["--socket-timeout", "30", "--retries", "3"];
const FORMAT = [
	...["--format", "bv*[height<=1080]+ba/b[height<=1080]/b", "--merge-output-format", "mp4"],
	...["--restrict-filenames", "--no-mtime"],
];
const OUTPUT = [
	...["--newline", "--progress", "--progress-template", PROGRESS_TEMPLATE],
	...["--no-simulate", "--print", `after_move:${TITLE}%(title)s`, "--output", "video.%(ext)s"],
];

function argumentsFor(url: URL, maxBytes: number): readonly string[] {
	const size = ["--max-filesize", String(maxBytes)];
	return [...ISOLATION, ...ONE_VIDEO, ...size, ...NETWORK, ...FORMAT, ...OUTPUT, "--", url.href];
}

/** With a home folder of its own, which has no plugins and no passwords. */
function environment(env: YtDlpOptions["env"], folder: string): Readonly<Record<string, string | undefined>> {
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

async function videoIn(folder: string, url: URL, limits: YtDlpOptions["limits"]): Promise<string> {
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
		`yt-dlp downloaded no video from ${url.host}: it is a live stream, ` +
			"over embedded.urls.max_gigabytes, or not a supported format.",
		FAILED,
	);
}

function withoutAddresses(line: string): string {
	return line.replace(/\bhttps?:\/\/\S+/g, "the address");
}
