import { suite } from "uvu";
import * as assert from "uvu/assert";
import { safeArea } from "../../src/engine/captions/captions.ts";
import type { FacePosition } from "../../src/engine/captions/face-positions.ts";
import { logoAndTexts } from "../../src/engine/captions/logo-place.ts";
import type { SceneFaces } from "../../src/engine/captions/text-positions.ts";
import { sharedArea } from "../../src/engine/compose/boxes.ts";
import type { PixelBox } from "../../src/engine/compose/pixel-boxes.ts";
import type { Corner } from "../../src/engine/port.ts";

const place = suite("where a logo is");
const OUTPUTS = {
	"9:16": { width: 1080, height: 1920 },
	"4:5": { width: 1080, height: 1350 },
	"1:1": { width: 1080, height: 1080 },
	"16:9": { width: 1920, height: 1080 },
} as const;
const ALL: readonly Corner[] = ["top-right", "top-left", "bottom-right", "bottom-left"];
const LENGTH = 10_000;

interface Given {
	readonly corners?: readonly Corner[];
	readonly captions?: number;
	readonly hook?: number;
	/** How far the plates of both reach beyond them. */
	readonly plate?: number;
	readonly scenes?: readonly SceneFaces[];
	readonly size?: { readonly width: number; readonly height: number };
}

function placed(ratio: keyof typeof OUTPUTS, given: Given = {}) {
	const { corners = ALL, captions = 0, hook = 0, size = { width: 400, height: 160 } } = given;
	const { scenes = [{ begin: 0, end: LENGTH }], plate = 0 } = given;
	const output = OUTPUTS[ratio];
	const safe = safeArea(output);
	const plates = { captions: plate, hook: plate };
	const texts = { output, safe, captions, hook, plates, when: { begin: 0, end: 3_000 } };
	const { logo, positions } = logoAndTexts(scenes, texts, { size, corners });
	const band = (y: number, height: number): PixelBox => ({
		x: safe.sides,
		y: y - plate,
		width: output.width - 2 * safe.sides,
		height: height + 2 * plate,
	});
	const bands = positions.flatMap((at) => [
		band(output.height - at.captions - captions, captions),
		band(at.hook, hook),
	]);
	const overTexts = bands.reduce((sum, each) => sum + sharedArea(logo, each), 0);
	return { logo, safe, output, overTexts, hooks: positions.map((at) => at.hook) };
}

function cornerOf({ logo, output }: Pick<ReturnType<typeof placed>, "logo" | "output">): string {
	const [x, y] = [logo.x + logo.width / 2, logo.y + logo.height / 2];
	return `${y < output.height / 2 ? "top" : "bottom"}-${x < output.width / 2 ? "left" : "right"}`;
}

/** A face in a quarter of the picture, which fills it but for its edge. */
function faceIn(corner: string, { width, height }: { width: number; height: number }): FacePosition {
	const box = {
		x: corner.endsWith("left") ? 0 : width / 2,
		y: corner.startsWith("top") ? 0 : height / 2,
		width: width / 2,
		height: height / 2,
	};
	return { face: box, head: box };
}

for (const ratio of Object.keys(OUTPUTS) as (keyof typeof OUTPUTS)[]) {
	place(`is the first corner that is named where nothing is in the way, and safe (${ratio})`, () => {
		for (const corner of ALL) {
			const found = placed(ratio, { corners: [corner, ...ALL] });
			const { logo, safe, output } = found;
			assert.is(cornerOf(found), corner);
			assert.ok(
				logo.x >= safe.sides - 1 &&
					logo.x + logo.width <= output.width - safe.sides + 1 &&
					logo.y >= safe.top - 1 &&
					logo.y + logo.height <= output.height - safe.bottom + 1,
				JSON.stringify(logo),
			);
		}
	});

	place(`is another allowed corner where somebody is, and never under a text (${ratio})`, () => {
		const output = OUTPUTS[ratio];
		for (const corner of ALL) {
			const scenes = [{ begin: 0, end: LENGTH, faces: [faceIn(corner, output)] }];
			const found = placed(ratio, { scenes, captions: 90, hook: 160, corners: [corner, ...ALL] });
			assert.is.not(cornerOf(found), corner);
			assert.is(found.overTexts, 0, `${corner}: ${JSON.stringify(found.logo)}`);
		}
	});

	place(`has texts give way to it in the corner that is allowed (${ratio})`, () => {
		for (const corner of ALL)
			assert.is(placed(ratio, { corners: [corner], captions: 90, hook: 160 }).overTexts, 0, corner);
	});
}

place("is not covered by the edge of a plate, however large", () => {
	for (const ratio of ["9:16", "4:5", "1:1", "16:9"] as const)
		for (const corner of ALL)
			for (const plate of [10, 20, 30, 40]) {
				const found = placed(ratio, { corners: [corner], captions: 90, hook: 160, plate });
				assert.is(found.overTexts, 0, `${ratio}, ${corner}, ${plate}`);
			}
});

place("has no text stand over eyes and mouth that would not without it", () => {
	const face = { x: 400, y: 330, width: 280, height: 1_100 };
	const scenes = [{ begin: 0, end: LENGTH, faces: [{ face, head: face }] }];
	const hookWith = (corners: readonly Corner[]) => placed("9:16", { corners, hook: 60, scenes }).hooks;
	assert.equal(hookWith(ALL), hookWith(["bottom-right"]));
});

place("keeps its shape, and is small enough for the shorter side", () => {
	for (const size of [
		{ width: 400, height: 160 },
		{ width: 100, height: 900 },
		{ width: 3_000, height: 60 },
	]) {
		const { logo } = placed("9:16", { size });
		assert.ok(logo.width <= 260 && logo.height <= 120, JSON.stringify(logo));
		const [own, made] = [size.width / size.height, logo.width / logo.height];
		assert.ok(Math.min(logo.width, logo.height) <= 8 || Math.abs(own / made - 1) < 0.1);
	}
});

place("is off slide text, and where somebody is for a moment rather than throughout", () => {
	const text = { x: 540, y: 0, width: 540, height: 700 };
	assert.is(cornerOf(placed("9:16", { scenes: [{ begin: 0, end: LENGTH, slideText: [text] }] })), "top-left");
	const everywhere = (corners: readonly string[]) => corners.map((each) => faceIn(each, OUTPUTS["9:16"]));
	const scenes = [
		{ begin: 0, end: 9_000, faces: everywhere(["top-right", "bottom-right", "bottom-left"]) },
		{ begin: 9_000, end: LENGTH, faces: everywhere(["top-left"]) },
	];
	assert.is(cornerOf(placed("9:16", { scenes })), "top-left");
});

place.run();
