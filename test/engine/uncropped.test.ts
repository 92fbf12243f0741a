import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { safeArea } from "../../src/engine/captions/captions.ts";
import { textPlacesFor } from "../../src/engine/captions/text-positions.ts";
import { probeSource } from "../../src/engine/probe/probe.ts";
import { compositionOf } from "../../src/engine/render/clip-composition.ts";
import type { Face } from "../../src/engine/see/blazeface.ts";
import { lookAt } from "../../src/engine/see/look.ts";
import { inWhole } from "../../src/engine/see/whole-picture.ts";
import { clipOf } from "../sheets/shots.ts";
import { builds, makeVideo, runOf, signal, withFolder } from "./media.ts";

const uncropped = suite("a picture that is shown as it is");
const OUTPUT = { width: 854, height: 480 };
const SPAN = { begin: 0, end: 3_000 };
/** A face where captions stand. */
const LOW: Face = { score: 0.95, box: { x: 0.4, y: 0.62, width: 0.18, height: 0.3 } };
const TEXTS = { output: OUTPUT, safe: safeArea(OUTPUT), captions: 40, hook: 0 };

for (const build of await builds()) {
	const composed = (caption: boolean, layout: string) =>
		withFolder(async (folder) => {
			let looks = 0;
			const faces = async () => async () => {
				looks += 1;
				return [LOW];
			};
			const file = makeVideo(join(folder, "talk.mp4"), { size: "320x180", seconds: 3 });
			const source = await probeSource(build.path, file, signal());
			const request = {
				file,
				clip: clipOf(SPAN.begin, SPAN.end),
				resolution: "480p" as const,
				reframe: { ratio: "16:9" as const, layout },
				...(caption && { caption: { style: "temp-7", display: "original" as const } }),
				output: join(folder, "clip.mp4"),
			};
			const tool = { ...runOf(), ffmpeg: build.path, faces };
			const { scenes, shots, notes } = await compositionOf(
				{ source, request, span: SPAN, output: OUTPUT },
				() => lookAt(source, SPAN, tool),
			);
			return { scenes, shots, notes, looks };
		});

	uncropped(`is looked at only where texts are drawn on it, and stays as it is (${build.name})`, async () => {
		for (const layout of ["Auto", "Full"]) {
			const [bare, captioned] = [await composed(false, layout), await composed(true, layout)];
			assert.is(bare.looks, 0);
			assert.ok(captioned.looks > 0);
			assert.equal([captioned.scenes, captioned.notes], [bare.scenes, bare.notes]);
		}
	});

	uncropped(`has its captions above a face that is where they stand (${build.name})`, async () => {
		const captionsIn = async (caption: boolean) =>
			textPlacesFor((await composed(caption, "Auto")).shots, TEXTS).positions.map(({ captions }) => captions);
		const top = (1 - LOW.box.y) * OUTPUT.height;
		assert.equal(await captionsIn(false), [TEXTS.safe.bottom]);
		const raised = await captionsIn(true);
		assert.ok(raised.length > 0 && raised.every((captions) => captions > top), String(raised));
	});
}

uncropped("between black bars has its faces where they are in the whole picture", () => {
	const face = { box: { x: 0.5, y: 0.5, width: 0.1, height: 0.2 }, path: [{ atMs: 0, x: 0.5, y: 0.5 }] };
	const scene = {
		...SPAN,
		subjects: [{ box: face.box, face }],
		slideText: [{ x: 0, y: 0, width: 1, height: 0.5 }],
	};
	const found = inWhole(scene, { x: 0, y: 0.25, width: 1, height: 0.5 });
	assert.equal(found.subjects[0]?.face, {
		box: { x: 0.5, y: 0.5, width: 0.1, height: 0.1 },
		path: [{ atMs: 0, x: 0.5, y: 0.5 }],
	});
	assert.equal(found.slideText, [{ x: 0, y: 0.25, width: 1, height: 0.25 }]);
	assert.is(inWhole(scene, undefined), scene);
});

uncropped.run();
