import { fieldsOf, jsonObject } from "../../../store/json.ts";
import type { PostFile, Work } from "../../destination.ts";
import { readPart } from "../file-part.ts";
import { NotSentFault } from "../not-sent-fault.ts";
import { exchange, tokenOf } from "../platform-call.ts";
import { graphId } from "./graph.ts";
import { type MetaState, progressOf } from "./progress.ts";
import type { Reels } from "./reels.ts";

export interface Uploading {
	readonly reels: Reels;
	readonly work: Work;
	readonly file: PostFile;
}

/** Makes an object that the video can be sent to. `objects`: how many there were before. */
export async function beginUpload({ reels, work, file }: Uploading, objects: number): Promise<MetaState> {
	const { object, upload } = await reels.begin(work);
	const id = graphId(object);
	if (id === undefined) throw new NotSentFault(`${reels.title} began a video without saying which.`);
	if (typeof upload !== "string" || !isAllowed(reels, upload, id))
		throw new NotSentFault(`${reels.title} began a video without saying where it goes.`);
	const state: MetaState = {
		...{ v: 1, step: "sending", account: work.account.id, object: id, upload },
		...{ begun: work.tools.clock.now(), size: file.size, sha256: await file.sha256() },
		objects: objects + 1,
	};
	await work.tools.save(progressOf(state));
	return state;
}

/** The bytes go there and nowhere else: they carry a token. */
function isAllowed({ settings, uploads }: Reels, address: string, id: string): boolean {
	if (!URL.canParse(address)) return false;
	const { origin, pathname, search, hash } = new URL(address);
	const [, version] = /\/(v\d+\.\d+)$/.exec(settings.apiUrl) ?? [];
	const isPath = pathname === `/${uploads}/${version}/${id}`;
	return origin === new URL(settings.uploadUrl).origin && isPath && search === "" && hash === "";
}

/** Sends what is not there yet. Gives whether the platform took it; another object may do better. */
export async function sendRest(
	{ reels, work, file }: Uploading,
	{ upload, size }: MetaState,
	from: number,
): Promise<boolean> {
	const { tools } = work;
	const token = await tokenOf(reels, work);
	const call = {
		...({ title: reels.title, method: "POST", url: upload, name: "upload" } as const),
		body: await readPart(file, { from, most: size - from }),
		headers: {
			authorization: `OAuth ${token}`,
			"content-type": "application/octet-stream",
			...{ offset: `${from}`, file_size: `${size}` },
		},
		limitMs: reels.settings.answerMs,
	};
	const { status, text } = await exchange(call, tools.signal);
	const answer = jsonObject(text);
	if (status === 200 && answer?.success === true) return true;
	tools.note({ call: "upload", status });
	if (status === 401) await tokenOf(reels, work, token);
	const { retriable } = fieldsOf(answer?.debug_info);
	const isFinal = status >= 400 && status < 500 && ![401, 408, 429].includes(status);
	if (isFinal && retriable !== true) return false;
	throw new NotSentFault(`${reels.title} answered ${status} (upload).`);
}
