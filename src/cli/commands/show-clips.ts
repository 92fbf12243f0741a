import type { Service } from "../../api/port.ts";
import { type Moment, overlap } from "../../model/clip.ts";
import { type NamedClips, parseClipName } from "../../model/clip-name.ts";
import { defined } from "../../model/defined.ts";
import { Fault, StopFault } from "../../model/fault.ts";
import type { Snapshot, VideoState } from "../../model/snapshot.ts";
import type { TaskReading } from "../../model/task.ts";
import { type Explained, renderExplained } from "../../views/explained.ts";
import { inkOf, lines, out, stopSignal } from "../terminal/terminal.ts";
import { lookAtState } from "../wiring/look-at-state.ts";
import { connectService } from "../wiring/service.ts";
import { plainStoreOf } from "../wiring/store.ts";
import { settingsIn } from "../wiring/workspace.ts";
import { unknownAddress } from "./state-read.ts";

interface ExplainFlags {
	readonly in: string;
	readonly json?: true;
}

const SAME = 0.9;
const EXTENSION = "This service does not explain its scores and cuts.";

/**
 * `showrun show ADDRESS`: what a video's clips, or the clip of a post, are rated by and why they begin and
 * end where they do. Reads results; changes nothing.
 */
export async function showClips(address: string, flags: ExplainFlags): Promise<void> {
	const settings = await settingsIn(flags.in, { keyless: true });
	const snapshot = await lookAtState(settings, plainStoreOf(settings));
	const { video, moment } = wantedBy(address);
	const state = snapshot.resources[video];
	if (state?.kind !== "video") throw unknownAddress(moment === undefined ? address : video, snapshot);
	const { service, close } = await connectService(settings, "read");
	try {
		const explained = chosen(await explainedBy(service, { video, state }), { moment, snapshot });
		out(
			flags.json
				? lines([{ type: "explained", heuristic: true, ...explained }])
				: renderExplained(explained, inkOf(process.stdout)),
		);
	} finally {
		await close();
	}
}

/**
 * The video of an address, and the moment it is about: all of a video, or the clip of a post or after an `@`.
 */
function wantedBy(address: string): NamedClips {
	const named = parseClipName(address);
	if (named === undefined)
		throw new StopFault(`${address} does not name a clip.`, {
			remedy: address.includes("[")
				? `Put it in single quotes, as the shell removes double ones: showrun show '${quoted(address)}'`
				: "Name a video (CAMPAIGN.video.NAME, or with one clip NAME@FROM-TO) or a post, " +
					"as `showrun state list` prints them.",
		});
	return named;
}

/** An address with the quotes that a shell took away. */
function quoted(address: string): string {
	return address.replace(/\["?(.*?)"?\]/, '["$1"]');
}

interface KnownVideo {
	readonly video: string;
	readonly state: VideoState;
}

/** The results the service gives now, or those in the state once it has deleted them. */
async function explainedBy(service: Service, { video, state }: KnownVideo): Promise<Explained> {
	const reading = await service.results(state.taskId, stopSignal()).catch(whenGone);
	const explanations = new Map(
		(typeof reading === "string" ? [] : (reading.explanations ?? [])).map((each) => [each.idx, each]),
	);
	const { status, clips, notes } = typeof reading === "string" ? remembered(state) : reading;
	const why =
		typeof reading === "string"
			? reading
			: explanations.size === 0 && clips.length > 0
				? EXTENSION
				: undefined;
	return {
		address: video,
		status,
		...defined({ export: state.request.export }),
		clips: clips.map((clip) => ({
			clip,
			parts: explanations.get(clip.idx)?.parts ?? {},
			reasons: explanations.get(clip.idx)?.reasons ?? [],
		})),
		notes,
		...defined({ unexplained: why }),
	};
}

function whenGone(error: unknown): string {
	if (error instanceof Fault)
		return `The results can no longer be read, so scores are not explained: ${error.message}`;
	throw error;
}

function remembered({ status, result }: VideoState): Pick<TaskReading, "status" | "clips" | "notes"> {
	return { status, clips: result?.clips ?? [], notes: result?.notes ?? [] };
}

function chosen(
	explained: Explained,
	{ moment, snapshot }: { readonly moment: Moment | undefined; readonly snapshot: Snapshot },
): Explained {
	if (moment === undefined) return explained;
	const clips = explained.clips.filter(({ clip }) => overlap(clip.moment, moment) >= SAME);
	const found = explained.clips.filter(
		({ clip }) => clip.moment.from === moment.from && clip.moment.to === moment.to,
	);
	if (clips.length === 0) throw unknownAddress(`${explained.address}@${moment.from}-${moment.to}`, snapshot);
	return { ...explained, clips: found.length > 0 ? found : clips };
}
