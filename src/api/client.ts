import { type Extensions, NO_EXTENSIONS } from "../model/extensions.ts";
import { stableUrl } from "../model/stable-url.ts";
import type { VideoRequest } from "../model/task.ts";
import { sha256 } from "../system/files.ts";
import { PATHS } from "../wire/names.ts";
import { postChanges } from "./change-post.ts";
import { exportExistingBody, publishBody, submitBody } from "./convert.ts";
import type { Declaration } from "./declaration.ts";
import { type ClientOptions, readerOpener } from "./open-reader.ts";
import { silentOutcome } from "./outcome.ts";
import { ANSWERS, accountsOf, connectUrlOf, dataOf, linksOf, taskReading } from "./parse.ts";
import type { BrandUploads, Call, CallKind, CallOutcome, Sending, Service } from "./port.ts";
import { publishReading } from "./publish-reading.ts";
import { type Reader, type ReadRequest, read } from "./read.ts";
import { ReadFault } from "./read-fault.ts";
import { SEND_LIMITS, send } from "./send.ts";
import { type ServicePosts, servicePosts } from "./service-posts.ts";
import { type TranscriptReader, transcriptOf } from "./transcript-reading.ts";
import { BRAND_FILES, upload } from "./upload.ts";

/** A client of the service. Nothing is loaded or connected before the first request. */
export function createClient(options: ClientOptions): Service & {
	readonly posts: ServicePosts;
	/** What is said in the video of a task. Needs the extension `transcript_read`. */
	readonly transcript: TranscriptReader;
	/** Requests that the limit leaves now. `Infinity`: there is none. */
	requestsLeft(): number;
	/** Resolves when the limit lets through a read that somebody else makes, which counts as made then. */
	countRead(signal: AbortSignal): Promise<void>;
	close(): Promise<void>;
} {
	const { settings } = options;
	const { open, close, skew, declaration, requestsLeft, countRead } = readerOpener(options);
	const ask = async (request: ReadRequest) => dataOf(await read(await open(), request));
	const get = (path: string, signal: AbortSignal) => ask({ method: "GET", path, signal });
	const askExtensions = (signal: AbortSignal) => learn(declaration, () => get(PATHS.extensions, signal));
	return {
		accounts: async (signal) => accountsOf(await get(PATHS.accounts, signal), settings.platforms),
		results: async (id, signal) => taskReading(await get(PATHS.results(id), signal), id),
		links: async (id, signal) => linksOf(await get(PATHS.results(id), signal)),
		exportResults: async (id, signal) => taskReading(await get(PATHS.exportResults(id), signal), id),
		exportLinks: async (id, signal) => linksOf(await get(PATHS.exportResults(id), signal)),
		publishTask: async (id, signal) => publishReading(await get(PATHS.publishTask(id), signal)),
		connectUrl: async (platform, signal) =>
			connectUrlOf(await ask({ method: "POST", path: PATHS.oauth(settings.platforms[platform]), signal })),
		...uploads({ open, settings, declaration, askExtensions }),
		transcript: async (id, signal) => transcriptOf(await get(PATHS.transcript(id), signal)),
		...postChanges(open),
		posts: servicePosts(open),
		extensions: declaration.read,
		askExtensions,
		submitCall: submitCallOf,
		publishCall: (request, accountId) => callOf("publish", PATHS.publish, publishBody(request, accountId)),
		exportCall: (request, brand) => callOf("export", PATHS.export, exportExistingBody(request, brand)),
		send: async (call, sending) => sendInTurn(await open(), call, sending),
		// Without a URL the service is this machine.
		skew: () => (settings.url === undefined ? undefined : skew.read()),
		...{ requestsLeft, countRead, close },
	};
}

/** What the service declares, asked for where no answer told yet. */
async function learn(declaration: Declaration, ask: () => Promise<unknown>): Promise<Extensions> {
	const known = declaration.read();
	if (known !== undefined) return known;
	try {
		declaration.listed(await ask());
	} catch (error) {
		if (!(error instanceof ReadFault) || error.fatal) throw error;
		declaration.listed(undefined);
	}
	return declaration.read() ?? NO_EXTENSIONS;
}

/** Sends a write when the rate limit allows it. */
async function sendInTurn<Kind extends CallKind>(
	{ connection, headers, limiter, clock }: Reader,
	call: Call<Kind>,
	sending: Sending,
): Promise<CallOutcome<Kind>> {
	try {
		await limiter.turn("write", sending.signal);
	} catch (reason) {
		return silentOutcome(reason, { sent: false, secret: connection.apiKey.reveal() });
	}
	const answer = ANSWERS[call.kind];
	const outcome = await send(call, sending, { connection, headers, clock, limits: SEND_LIMITS, answer });
	// With a task it may be the running ones that are too many; other requests need not wait for that.
	if (call.kind === "publish" && outcome.evidence.httpStatus === 429) limiter.hold(outcome.retryAfterMs ?? 0);
	return outcome;
}

/** Fixes the bytes of a write: equal requests are equal bytes, and the last one is the closing brace. */
function callOf<Kind extends CallKind>(kind: Kind, endpoint: string, body: object): Call<Kind> {
	const payload = JSON.stringify(body);
	return { kind, endpoint, payload, payloadSha256: sha256(payload) };
}

/** The same call, which may not be stored as it is where the address of its video holds a signature. */
function submitCallOf(request: VideoRequest, videoUrl: string, brand?: BrandUploads): Call<"submit"> {
	const call = callOf("submit", PATHS.submit, submitBody(request, videoUrl, brand));
	const stable = request.source.kind === "url" ? stableUrl(videoUrl) : videoUrl;
	return stable === videoUrl ? call : { ...call, stored: JSON.stringify(submitBody(request, stable, brand)) };
}

interface Uploading extends Pick<ReturnType<typeof readerOpener>, "open" | "declaration"> {
	readonly settings: ClientOptions["settings"];
	readonly askExtensions: Service["askExtensions"];
}

function uploads({
	open,
	settings,
	declaration,
	askExtensions,
}: Uploading): Pick<Service, "upload" | "uploadBrandFile"> {
	const resumes = () => declaration.read()?.uploadResume ?? false;
	return {
		upload: async (file, signal) => {
			const taken = async () => file.transcript !== undefined && (await askExtensions(signal)).transcripts;
			const transcripts = settings.transcripts ?? (await taken());
			return upload(await open(), file, { signal, resumes, transcripts });
		},
		uploadBrandFile: async (path, signal) => {
			const file = { path, progress: () => {} };
			return upload(await open(), file, { signal, resumes, transcripts: false, kinds: BRAND_FILES });
		},
	};
}
