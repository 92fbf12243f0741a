import { type HeardText, type HeardToken, type OwnModel, SAMPLE_RATE } from "./protocol.ts";

/** As many on every machine: their number may change what is heard. */
const THREADS = 2;

/** What sherpa-onnx is asked to load. */
export function sherpaConfig(model: OwnModel): Readonly<Record<string, unknown>> {
	const { tokens = "" } = model.files;
	const common = { tokens, numThreads: THREADS, provider: "cpu", debug: 0 };
	return {
		featConfig: { sampleRate: SAMPLE_RATE, featureDim: 80 },
		modelConfig: { ...partsOf(model), ...common },
		decodingMethod: "greedy_search",
	};
}

function partsOf({ kind, files, language = "" }: OwnModel): Readonly<Record<string, unknown>> {
	const { encoder = "", decoder = "", joiner = "", model = "" } = files;
	switch (kind) {
		case "whisper":
			return {
				// A model that was exported without attention says so, and tells no times.
				whisper: { encoder, decoder, language, task: "transcribe", enableTokenTimestamps: 1 },
			};
		case "transducer":
			return { transducer: { encoder, decoder, joiner } };
		case "nemo-transducer":
			return { transducer: { encoder, decoder, joiner }, modelType: "nemo_transducer" };
		case "nemo-ctc":
			return { nemoCtc: { model } };
		case "sense-voice":
			return { senseVoice: { model, language, useInverseTextNormalization: 1 } };
	}
}

/** A token is said in this many seconds at most, where the model does not tell how long. */
const LONGEST_TOKEN = 0.4;
const SHORTEST_TOKEN = 0.04;

/** The answer of sherpa-onnx. What makes no sense is left out. */
export function heardIn(answer: string): HeardText {
	const { text, tokens, timestamps, durations, ys_log_probs: logs } = JSON.parse(answer) as Fields;
	const said = listed(tokens).map((token) => String(token).replace(/^\u2581/, " "));
	const begins = numbers(timestamps);
	const [lengths, surely] = [numbers(durations), numbers(logs)];
	const isTimed = said.length > 0 && begins.length === said.length;
	const known = lengths.length === said.length && lengths.some((length) => length > 0);
	const endOf = (at: number, begin: number) => {
		const next = begins[at + 1] ?? Number.POSITIVE_INFINITY;
		const length = known ? (lengths[at] ?? 0) : LONGEST_TOKEN;
		return Math.max(begin + SHORTEST_TOKEN, Math.min(next, begin + length));
	};
	const timed = said.map((token, at): HeardToken => {
		const [begin = 0, log] = [begins[at], surely.length === said.length ? surely[at] : undefined];
		const place = { text: token, begin, end: endOf(at, begin) };
		return log === undefined ? place : { ...place, probability: Math.exp(Math.min(0, log)) };
	});
	return { text: typeof text === "string" ? text : "", tokens: isTimed ? timed : [] };
}

type Fields = Readonly<Record<string, unknown>>;

function listed(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

function numbers(value: unknown): readonly number[] {
	return listed(value).filter((each) => typeof each === "number" && Number.isFinite(each)) as number[];
}

/** What was remembered of what was heard. Undefined: it is no such thing. */
export function heardTextsFrom(value: unknown): readonly HeardText[] | undefined {
	return Array.isArray(value) && value.every(isHeardText) ? value : undefined;
}

function isHeardText(value: unknown): value is HeardText {
	if (typeof value !== "object" || value === null) return false;
	const { text, tokens }: Partial<Record<string, unknown>> = { ...value };
	return typeof text === "string" && Array.isArray(tokens) && tokens.every(isToken);
}

function isToken(value: unknown): value is HeardToken {
	if (typeof value !== "object" || value === null) return false;
	const { text, begin, end }: Partial<Record<string, unknown>> = { ...value };
	return typeof text === "string" && typeof begin === "number" && typeof end === "number";
}
