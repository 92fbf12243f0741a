import type { PostFile, Prepared, Work } from "../../destination.ts";
import { Superseded } from "../../transitions.ts";
import { NotSentFault } from "../not-sent-fault.ts";
import { PlatformRefusal } from "../platform-refusal.ts";
import type { Youtube } from "./api.ts";
import { LOOKED_FOR_MS } from "./claims.ts";
import { progressOf, type UploadState } from "./progress.ts";
import { askSession, beginSession, type Kept, type Session, sendPart } from "./session.ts";
import { readUploads, removePrivate, type Video } from "./videos.ts";

/** An upload that exists as a video, or why it does not yet. */
export type Uploaded = UploadState & { readonly video: string };

export interface Upload {
	readonly youtube: Youtube;
	readonly work: Work;
}

/** More uploads of one post than that mean that something is wrong with it. */
const MOST_SESSIONS = 5;
/** So often in a row the server may keep nothing more before it is left alone for a while. */
const STUCK = 3;
/** How long a video that may exist is looked for: listed, and with its size, it is a little later. */
const [LISTED_MS, SIZED_MS, LOOK_MS] = [60_000, 600_000, 20_000];
/** The clock here and that of YouTube may differ. */
const SKEW_MS = 300_000;

/**
 * Brings the video to YouTube, private, going on from what the server kept. The address of the upload and the
 * id of the video are saved before anything else happens.
 */
export async function uploaded(upload: Upload, from: UploadState | undefined): Promise<Uploaded | Prepared> {
	const file = await upload.work.tools.video();
	const state = from && (await isOfFile(from, file)) ? from : undefined;
	if (state?.session === undefined) return transfer(upload, await begun(upload, { file, from }), file);
	const kept = await askSession(upload.youtube, { session: state.session, file }, upload.work);
	return goneOn(upload, { state, file }, kept);
}

/** What was uploaded of another file, rendered anew, is of no use. */
async function isOfFile({ size, sha256 }: UploadState, file: PostFile): Promise<boolean> {
	return size === file.size && sha256 === (await file.sha256());
}

interface Beginning {
	readonly file: PostFile;
	readonly from: UploadState | undefined;
}

async function begun({ youtube, work }: Upload, { file, from }: Beginning): Promise<UploadState> {
	const sessions = (from?.sessions ?? 0) + 1;
	if (sessions > MOST_SESSIONS)
		throw new PlatformRefusal({
			cause: "platform",
			message: `YouTube broke off ${MOST_SESSIONS} uploads of this video.`,
		});
	const { clock, save } = work.tools;
	const facts = { size: file.size, sha256: await file.sha256(), begun: clock.now(), sessions };
	const session = await beginSession(youtube, work, file);
	const state: UploadState = { v: 1, step: "session", account: work.account.id, ...facts, session };
	await save(progressOf(state));
	return state;
}

interface Going {
	readonly state: UploadState;
	readonly file: PostFile;
}

async function transfer(upload: Upload, state: UploadState, file: PostFile): Promise<Uploaded | Prepared> {
	return goneOn(upload, { state, file }, { kind: "kept", bytes: 0 });
}

/** Sends part after part from where the server is, whatever was sent before. */
async function goneOn(upload: Upload, { state, file }: Going, first: Kept): Promise<Uploaded | Prepared> {
	let [now, kept, best, stuck] = [state, first, -1, 0];
	for (;;) {
		if (kept.kind === "done") return existing(upload, { state: now, file }, kept.id);
		if (kept.kind === "gone") return lost(upload, { state: now, file });
		if (kept.kind === "unclear") throw new NotSentFault("YouTube does not say how much of the video it has.");
		stuck = kept.bytes > best ? 0 : stuck + 1;
		best = Math.max(best, kept.bytes);
		if (stuck >= STUCK || kept.bytes >= file.size)
			throw new NotSentFault("YouTube keeps nothing more of the video now.");
		now = await endingIfLast(upload, now, { file, from: kept.bytes });
		const session: Session = { session: String(now.session), file };
		kept = await sendPart(upload.youtube, { ...session, from: kept.bytes }, upload.work);
		if (kept.kind === "unclear") kept = await askSession(upload.youtube, session, upload.work);
	}
}

/** Recorded before the part leaves that may make the video exist. */
async function endingIfLast(
	{ youtube, work }: Upload,
	state: UploadState,
	{ file, from }: { readonly file: PostFile; readonly from: number },
): Promise<UploadState> {
	if (state.step === "ending" || from + youtube.settings.chunkBytes < file.size) return state;
	const ending: UploadState = { ...state, step: "ending" };
	await work.tools.save(progressOf(ending));
	return ending;
}

async function existing(upload: Upload, { state, file }: Going, video: string): Promise<Uploaded | Prepared> {
	const { youtube, work } = upload;
	// Another post, whose upload was gone, found it before.
	if (!(await youtube.claims.claim(video, work)))
		return transfer(upload, await begun(upload, { file, from: state }), file);
	const { session: _, lookedAt: __, ...rest } = state;
	const now: Uploaded = { ...rest, step: "uploaded", video, uploadedAt: work.tools.clock.now() };
	try {
		await work.tools.save(progressOf(now));
	} catch (error) {
		// The post was cancelled or changed: nobody else knows of the video.
		if (error instanceof Superseded) await removePrivate(youtube, video, work).catch(() => undefined);
		throw error;
	}
	return now;
}

/** The upload is gone: where its last part had left, the video may be among those of the channel. */
async function lost(upload: Upload, { state, file }: Going): Promise<Uploaded | Prepared> {
	const { youtube, work } = upload;
	const now = work.tools.clock.now();
	if (state.step !== "ending" || now - state.begun > LOOKED_FOR_MS)
		return transfer(upload, await begun(upload, { file, from: state }), file);
	const since = state.lookedAt ?? now;
	const videos = await readUploads(youtube, work);
	const others = await youtube.claims.others(work);
	const own = videos.filter((video) => !others.has(video.id) && mayBeOurs(video, { work, state }));
	const found = own.find(({ fileDetails }) => Number(fileDetails.fileSize) === file.size);
	if (found) return existing(upload, { state, file }, found.id);
	const waitMs = own.some(({ fileDetails }) => fileDetails.fileSize === undefined) ? SIZED_MS : LISTED_MS;
	if (now - since < waitMs)
		return { kind: "wait", ms: LOOK_MS, progress: progressOf({ ...state, lookedAt: since }) };
	// A second private video harms nobody.
	return transfer(upload, await begun(upload, { file, from: state }), file);
}

function mayBeOurs(
	{ snippet, status }: Video,
	{ work, state }: { readonly work: Work; readonly state: UploadState },
): boolean {
	const at = Date.parse(String(snippet.publishedAt));
	const isSame = String(snippet.title).trim() === (work.post.config.title ?? "").trim();
	return isSame && status.privacyStatus === "private" && at >= state.begun - SKEW_MS;
}
