import { defined } from "../../model/defined.ts";
import { type Composition, composeScenes, needsAnalysis, shotOf } from "../compose/composition.ts";
import type { Size } from "../compose/output-size.ts";
import { type PixelBox, pixelsOf } from "../compose/pixel-boxes.ts";
import type { RenderRequest } from "../port.ts";
import type { Source } from "../probe/source.ts";
import type { lookAt } from "../see/look.ts";
import { inWhole } from "../see/whole-picture.ts";
import type { Span } from "../spans.ts";

/** Looks at the clip's part of the source. */
type Look = () => ReturnType<typeof lookAt>;

/** What decides how a picture is put together, and whether who is in it matters. */
type CompositionRequest = Pick<RenderRequest, "reframe" | "caption" | "hook" | "brand">;

export interface ScenesToCompose {
	readonly source: Source;
	readonly request: CompositionRequest;
	readonly span: Span;
	readonly output: Size;
}

/** A composition, and the part of the picture it shows where the source has black bars. */
export interface CroppedComposition extends Composition {
	readonly inner?: PixelBox;
}

/**
 * How the picture of a clip is put together, scene by scene. Only what a layout or a text asks for is looked
 * for.
 */
export async function compositionOf(
	{ source, request, span, output }: ScenesToCompose,
	look: Look,
): Promise<CroppedComposition> {
	const length = span.end - span.begin;
	const { ratio = "", layout = "Fit" } = request.reframe ?? {};
	const given = { picture: source, output, ratio, layout };
	if (!needsAnalysis(layout, source, output)) {
		const whole = composeScenes({ ...given, scenes: [{ begin: 0, end: length, subjects: [] }] });
		return { ...whole, shots: await shotsOf(whole, request, look) };
	}
	const { scenes, lookedFor, ...seen } = await look();
	const inner = seen.inner && pixelsOf(seen.inner, source);
	const composition = composeScenes({
		...given,
		...(inner && { picture: inner, barsRemoved: true }),
		scenes,
		lookedFor,
	});
	return { ...composition, ...defined({ inner }) };
}

/** Who is where in a picture that is shown as it is: only texts and a logo go by that. */
async function shotsOf(
	{ scenes: [only], shots }: Composition,
	request: CompositionRequest,
	look: Look,
): Promise<Composition["shots"]> {
	if (!only || !(request.caption || request.hook || request.brand?.logo)) return shots;
	const { scenes, inner } = await look();
	return scenes.map((scene) => shotOf(only.layout, inWhole(scene, inner)));
}
