import { resolve } from "node:path";
import type { Service } from "../../api/port.ts";
import { download } from "../../download/download.ts";
import { DEFAULT_NAME, fileNames, nameProblem } from "../../download/names.ts";
import { type Available, renderedClips } from "../../download/rendered.ts";
import { wanted } from "../../download/targets.ts";
import { clipName } from "../../model/clip-name.ts";
import { defined } from "../../model/defined.ts";
import type { DownloadEvent, DownloadReport } from "../../model/download.ts";
import { StopFault } from "../../model/fault.ts";
import { systemClock } from "../../system/clock.ts";
import { displayPath } from "../../system/paths.ts";
import { renderDownload, renderDownloadReport } from "../../views/download.ts";
import { plain } from "../../views/ink.ts";
import { didYouMean } from "../../yaml/suggest.ts";
import { EXIT, Exit } from "../exit.ts";
import type { InputFlags } from "../flags/inputs.ts";
import { openDisplay, type Progress, type Showing } from "../terminal/progress.ts";
import { stopSignal } from "../terminal/terminal.ts";
import { withKnownItems } from "../wiring/items.ts";
import { connectService } from "../wiring/service.ts";
import { storeOf } from "../wiring/store.ts";
import { openWorkspace } from "../wiring/workspace.ts";

interface DownloadFlags extends InputFlags {
	readonly out: string;
	readonly name?: string;
	readonly target: readonly string[];
	readonly parallelism: number;
	readonly json?: true;
}

/**
 * `showrun download`: fetches the rendered clips that state knows. Writes nothing but the folder, can be
 * stopped anywhere and run again.
 */
export async function downloadCommand(paths: readonly string[], flags: DownloadFlags): Promise<void> {
	const signal = stopSignal();
	mustNameFiles(flags.name ?? DEFAULT_NAME);
	const workspace = await openWorkspace({ paths }, signal, flags);
	const { settings } = workspace;
	const snapshot = await storeOf(settings).read();
	const campaigns = await withKnownItems({ ...workspace, snapshot });
	const all = renderedClips(campaigns, snapshot, systemClock.now());
	const available = chosen(all, flags.target);
	mustBeSomething(available);
	const progress = await openDisplay(flags, showing(displayPath(resolve(flags.out), process.cwd())));
	const connected = await connectService(settings, "read");
	try {
		const report = await fetchAll({ all, available, flags, progress, signal, service: connected.service });
		progress.close();
		progress.say(renderDownloadReport(report), { type: "report", ...report });
		const fetched = report.downloaded + report.kept;
		// Where nothing was fetched and nothing failed, no clip that is wanted is rendered.
		if (report.failed > 0 || fetched === 0) throw new Exit(fetched > 0 ? EXIT.partly : EXIT.error);
	} finally {
		progress.close();
		await connected.close();
	}
}

interface DownloadContext {
	readonly all: Available;
	readonly available: Available;
	readonly flags: DownloadFlags;
	readonly progress: Progress<DownloadEvent>;
	readonly signal: AbortSignal;
	readonly service: Service;
}

async function fetchAll({
	all,
	available,
	flags,
	progress,
	signal,
	service,
}: DownloadContext): Promise<DownloadReport> {
	const { emit } = progress;
	for (const each of available.waiting) emit({ type: "waiting", ...each });
	for (const each of available.missing) emit({ type: "failed", ...each });
	const { out: folder, name = DEFAULT_NAME, parallelism } = flags;
	// Names are given to all, so that they do not depend on what is fetched this time.
	const naming: Parameters<typeof download>[0] = (listed) =>
		new Map([...fileNames(name, all.clips, listed)].filter(([clip]) => available.clips.includes(clip)));
	const report = await download(naming, {
		service,
		clock: systemClock,
		signal,
		folder: resolve(folder),
		parallel: parallelism,
		emit,
	});
	return { ...report, failed: report.failed + available.missing.length };
}

function mustNameFiles(template: string): void {
	const problem = nameProblem(template);
	if (problem === undefined) return;
	throw new StopFault(`The template of --name cannot be used: ${problem}.`, {
		remedy:
			"Names are made of text, `/` and variables, for example " +
			"--name '{{ video.name }}/{{ clip.title | slug }}.mp4'; see `showrun download --help`.",
	});
}

/** What the patterns name; each of them has to name something. */
function chosen({ clips, waiting, missing }: Available, targets: readonly string[]): Available {
	const names = clips.map(({ address, clip }) => clipName(address, clip.moment));
	const addresses = [...new Set([...clips, ...waiting, ...missing].map(({ address }) => address))];
	const idle = targets.find((target) => ![...addresses, ...names].some((name) => wanted([target], name)));
	if (idle !== undefined) {
		throw new StopFault(`--target \`${idle}\` matches no rendered video of these campaigns.`, {
			remedy: didYouMean(idle, addresses, "Rendered videos") || "No video of these campaigns has `export`.",
		});
	}
	return {
		clips: clips.filter(({ address, clip }) => wanted(targets, address, clip.moment)),
		waiting: waiting.filter(({ address }) => wanted(targets, address)),
		missing: missing.filter(({ address }) => wanted(targets, address)),
	};
}

/** Says what to do first where nothing can be fetched. */
function mustBeSomething({ clips, waiting, missing }: Available): void {
	if (clips.length + missing.length > 0) return;
	const [first] = waiting;
	if (first)
		throw new StopFault(`There is nothing to download yet: ${first.address}: ${first.message}`, {
			...defined({ remedy: first.remedy }),
		});
	throw new StopFault(
		"There is nothing to download: no video of these campaigns has `export`, or none had clips.",
		{
			remedy: "Give a video `export: { resolution: 1080p }`, then run `showrun apply`.",
		},
	);
}

/** How long a file may take before a log hears of its quarters, in milliseconds. */
const QUIET_MS = 5_000;

function showing(folder: string): Showing<DownloadEvent> {
	const begun = new Map<string, number>();
	const quarter = (file: string, share: number) => {
		const now = systemClock.monotonic();
		if (!begun.has(file)) begun.set(file, now);
		const reached = now - (begun.get(file) ?? now) < QUIET_MS || share >= 1 ? 0 : Math.floor(share * 4) * 25;
		return reached === 0 ? "" : `fetching ${plain(`${folder}/${file}`)}: ${reached} %`;
	};
	return {
		text: (event, ink) => renderDownload(event, ink, folder),
		bar: (event) => (event.type === "downloading" ? { share: event.share, label: event.file } : undefined),
		plainly: (event) => (event.type === "downloading" ? quarter(event.file, event.share) : ""),
		key: ({ address, moment }) => (moment ? clipName(address, moment) : address),
	};
}
