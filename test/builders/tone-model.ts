import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { OwnRecogniser } from "../../src/model/own-recogniser.ts";

/** Bands of sound that such models get, and the words that ours tells apart by them. */
const BANDS = 80;
const TOKENS = ["\u2581low", "\u2581high", "<blk>"] as const;
/** How much louder the one half of the bands has to be, in the logarithm of their power, to be a word. */
const CLEAR = 2;

/**
 * A model of speech in the format of NeMo's CTC models, made by hand: it says "low" for low tones, "high" for
 * high ones and nothing for silence. Its files are written to a folder.
 */
export async function makeToneModel(folder: string): Promise<OwnRecogniser> {
	const [model, tokens] = [join(folder, "tones.onnx"), join(folder, "tokens.txt")];
	const weights = onnxModel();
	const names = `${TOKENS.map((token, at) => `${token} ${at}`).join("\n")}\n`;
	await writeFile(model, weights);
	await writeFile(tokens, names);
	const hash = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest("hex");
	return {
		kind: "nemo-ctc",
		files: {
			model: { path: model, sha256: hash(weights) },
			tokens: { path: tokens, sha256: hash(names) },
		},
	};
}

/** Numbers of the fields of ONNX's messages, as onnx.proto names them. */
const MODEL = { irVersion: 1, graph: 7, opset: 8, metadata: 14 } as const;
const GRAPH = { node: 1, name: 2, initializer: 5, input: 11, output: 12 } as const;
const FLOAT = 1;
const INT64 = 7;

/** [1, 80, frames] → [1, frames, 3]: the logarithm of how likely each word is at each frame. */
function onnxModel(): Buffer {
	const half = BANDS / 2;
	const rows = Array.from({ length: BANDS }, (_, band) => (band < half ? [1, -1, 0] : [-1, 1, 0]));
	const weights = rows.flat().map((each) => each / half);
	const graph = Buffer.concat([
		field(GRAPH.node, node("Transpose", { from: ["audio_signal"], to: "turned", perm: [0, 2, 1] })),
		field(GRAPH.node, node("MatMul", { from: ["turned", "weights"], to: "told" })),
		field(GRAPH.node, node("Add", { from: ["told", "bias"], to: "logits" })),
		field(GRAPH.node, node("LogSoftmax", { from: ["logits"], to: "logprobs" })),
		field(GRAPH.name, Buffer.from("tones")),
		field(GRAPH.initializer, tensor("weights", [BANDS, TOKENS.length], weights)),
		field(GRAPH.initializer, tensor("bias", [TOKENS.length], [0, 0, CLEAR])),
		field(GRAPH.input, value("audio_signal", FLOAT, ["N", BANDS, "T"])),
		field(GRAPH.input, value("length", INT64, ["N"])),
		field(GRAPH.output, value("logprobs", FLOAT, ["N", "T", TOKENS.length])),
	]);
	const metadata = { vocab_size: TOKENS.length - 1, subsampling_factor: 1, normalize_type: "" };
	return Buffer.concat([
		number(MODEL.irVersion, 8),
		field(MODEL.opset, number(2, 13)),
		field(MODEL.graph, graph),
		...Object.entries(metadata).map(([key, said]) =>
			field(MODEL.metadata, Buffer.concat([text(1, key), text(2, String(said))])),
		),
	]);
}

interface Step {
	readonly from: readonly string[];
	readonly to: string;
	/** The new order of the axes. */
	readonly perm?: readonly number[];
}

function node(type: string, { from, to, perm }: Step): Buffer {
	const axes = perm && [text(1, "perm"), ...perm.map((axis) => number(8, axis)), number(20, INT64)];
	return Buffer.concat([
		...from.map((input) => text(1, input)),
		text(2, to),
		text(4, type),
		...(axes ? [field(5, Buffer.concat(axes))] : []),
	]);
}

function tensor(name: string, sizes: readonly number[], values: readonly number[]): Buffer {
	const raw = Buffer.from(Float32Array.from(values).buffer);
	return Buffer.concat([
		...sizes.map((size) => number(1, size)),
		number(2, FLOAT),
		text(8, name),
		field(9, raw),
	]);
}

function value(name: string, type: number, sizes: readonly (number | string)[]): Buffer {
	const each = (size: number | string) => (typeof size === "number" ? number(1, size) : text(2, size));
	const shape = Buffer.concat(sizes.map((size) => field(1, each(size))));
	const tensorType = Buffer.concat([number(1, type), field(2, shape)]);
	return Buffer.concat([text(1, name), field(2, field(1, tensorType))]);
}

/** A field of protobuf: bytes with their length, a text, a whole number. */
function field(at: number, bytes: Buffer): Buffer {
	return Buffer.concat([varint((at << 3) | 2), varint(bytes.length), bytes]);
}

function text(at: number, said: string): Buffer {
	return field(at, Buffer.from(said));
}

function number(at: number, given: number): Buffer {
	return Buffer.concat([varint(at << 3), varint(given)]);
}

function varint(given: number): Buffer {
	const bytes: number[] = [];
	let left = given;
	for (; left > 127; left = Math.floor(left / 128)) bytes.push((left % 128) | 128);
	return Buffer.from([...bytes, left]);
}
