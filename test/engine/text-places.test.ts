import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { FacePosition } from "../../src/engine/captions/face-positions.ts";
import { caption, drawn, hook, plain, SHORTS, TALL } from "./drawn-script.ts";

const place = suite("the place of texts");
/** A face across the whole width, between two shares of the height. */
const faceBetween = (from: number, to: number): FacePosition => {
	const face = { x: 0, y: from * TALL.height, width: TALL.width, height: (to - from) * TALL.height };
	return { face, head: face };
};
const scenesOf = (...faces: readonly FacePosition[]) => ({
	scenes: [{ begin: 0, end: SHORTS.span.end, faces }],
});
const request = { ...caption(), ...hook() };
const LEFT_OUT =
	"Wherever the hook text stood beside the captions, it would cover somebody's eyes or mouth: " +
	"the hook text is left out.";

const sizeOf = ({ lines }: { readonly lines: readonly string[] }, style = "Hook") =>
	Number(lines.find((line) => line.startsWith(`Style: ${style}`))?.split(",")[2]);
const hooked = ({ lines }: { readonly lines: readonly string[] }) =>
	lines.some((line) => line.startsWith("Dialogue") && line.includes(",Hook,"));

place("of the hook text is above a face in letters of their usual size, over hair perhaps", async () => {
	const { face } = faceBetween(0.45, 0.7);
	const hairy = { face, head: { ...face, y: 0.2 * TALL.height, height: 0.55 * TALL.height } };
	const [alone, usual] = [await drawn(request), await drawn(request, scenesOf(hairy))];
	assert.is(sizeOf(usual), sizeOf(alone));
	assert.is(usual.leftOut, undefined);
});

place("of the hook text is in smaller letters where larger ones would hide somebody", async () => {
	const [usual, small] = [await drawn(request), await drawn(request, scenesOf(faceBetween(0.33, 0.9)))];
	assert.ok(hooked(small) && sizeOf(small) < sizeOf(usual), `${sizeOf(small)} and ${sizeOf(usual)}`);
	assert.is(small.leftOut, undefined);
});

place("of the hook text is in smaller letters rather than over a chin", async () => {
	const [usual, small] = [await drawn(request), await drawn(request, scenesOf(faceBetween(0.1, 0.57)))];
	assert.ok(hooked(small) && sizeOf(small) < sizeOf(usual), `${sizeOf(small)} and ${sizeOf(usual)}`);
});

place(
	"of the hook text is none where it would hide somebody at any size: captions stay, and a note says why",
	async () => {
		const { lines, events, notes, leftOut } = await drawn(request, scenesOf(faceBetween(0.22, 0.9)));
		assert.not(hooked({ lines }));
		assert.match(events.map(plain).join(" "), /Why do most talks/);
		assert.equal(notes, [LEFT_OUT]);
		assert.equal(leftOut, [{ what: "hook", note: LEFT_OUT }]);
	},
);

place("of captions is between two faces in smaller letters, rather than over one of them", async () => {
	const between = (gap: number) => scenesOf(faceBetween(0.1, 0.5), faceBetween(0.5 + gap, 0.95));
	const [wide, narrow] = [await drawn(caption(), between(0.12)), await drawn(caption(), between(0.075))];
	assert.ok(sizeOf(narrow, "Caption") < sizeOf(wide, "Caption"), `${sizeOf(narrow, "Caption")}`);
	const marginOf = ({ lines }: { readonly lines: readonly string[] }) =>
		Number(lines.find((line) => line.includes(",Caption,"))?.split(",")[7]);
	const lower = TALL.height - marginOf(narrow);
	const upper = lower - sizeOf(narrow, "Caption");
	assert.ok(upper >= 0.5 * TALL.height && lower <= 0.575 * TALL.height, `${upper} to ${lower}`);
});

place("of captions is over a face in their usual letters where smaller ones do not help", async () => {
	const everywhere = await drawn(caption(), scenesOf(faceBetween(0, 1)));
	assert.is(sizeOf(everywhere, "Caption"), sizeOf(await drawn(caption()), "Caption"));
});

place("of captions is over a chin in smaller letters, rather than over eyes", async () => {
	const usual = await drawn(caption());
	const tight = await drawn(caption(), scenesOf(faceBetween(0.1, 0.6), faceBetween(0.555, 0.95)));
	assert.ok(sizeOf(tight, "Caption") < sizeOf(usual, "Caption"), `${sizeOf(tight, "Caption")}`);
});

place("of captions is over a face for a moment, rather than in smaller letters throughout", async () => {
	const { end } = SHORTS.span;
	const narrow = [faceBetween(0.1, 0.5), faceBetween(0.575, 0.95)];
	const scenes = [
		{ begin: 0, end: 0.95 * end },
		{ begin: 0.95 * end, end, faces: narrow },
	];
	assert.is(sizeOf(await drawn(caption(), { scenes }), "Caption"), sizeOf(await drawn(caption()), "Caption"));
});

place("of the hook text does not make captions smaller", async () => {
	const close = scenesOf(faceBetween(0.22, 0.9));
	const [alone, both] = [await drawn(caption(), close), await drawn(request, close)];
	assert.is(sizeOf(alone, "Caption"), sizeOf(both, "Caption"));
});

place.run();
