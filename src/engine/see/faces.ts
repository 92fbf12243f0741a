import { openSession } from "../../models/onnx.ts";
import { type Models, openModel } from "../../models/open.ts";
import type { Tensor } from "../../models/session.ts";
import type { Size } from "../compose/output-size.ts";
import { type Face, facesOf, SIDE, squareOf } from "./blazeface.ts";

/** Finds the faces of a small colour picture: three bytes a pixel, at most 256 pixels wide and high. */
export type FindFaces = (picture: Uint8Array, size: Size) => Promise<readonly Face[]>;

/**
 * The face model, loaded. Undefined: it was not pulled. Throws `ModelFault` where it is damaged or does not
 * run here.
 */
export async function openFaces(models: Models, signal: AbortSignal): Promise<FindFaces | undefined> {
	const model = await openModel(models, "faces", signal);
	if (!model) return undefined;
	const session = await openSession(model.file("weights"), model.runtimes);
	const [input = ""] = session.inputs;
	return async (picture, size) => {
		const outputs = Object.values(
			await session.run({
				[input]: { type: "float32", dims: [1, SIDE, SIDE, 3], data: squareOf(picture, size) },
			}),
		);
		return facesOf([layerOf(outputs, 512), layerOf(outputs, 384)], size);
	};
}

/** The scores and boxes with so many anchors. */
function layerOf(outputs: readonly Tensor[], anchors: number) {
	const numbers = (last: number) => {
		const found = outputs.find(({ dims }) => dims[1] === anchors && dims[2] === last)?.data;
		return found instanceof Float32Array ? found : new Float32Array();
	};
	return { scores: numbers(1), boxes: numbers(16) };
}
