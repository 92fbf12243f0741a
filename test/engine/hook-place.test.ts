import { suite } from "uvu";
import * as assert from "uvu/assert";
import { caption, drawn, hook, plain, TALL } from "./drawn-script.ts";

const place = suite("the place of the hook text");
/** A face across the whole width, between two shares of the height. */
const faceBetween = (from: number, to: number) => {
	const face = { x: 0, y: from * TALL.height, width: TALL.width, height: (to - from) * TALL.height };
	return [{ face, head: face }];
};
const request = { ...caption(), ...hook() };
const LEFT_OUT =
	"Wherever the hook text stood beside the captions, it would cover somebody's eyes or mouth: " +
	"the hook text is left out.";

const sizeOf = ({ lines }: { readonly lines: readonly string[] }) =>
	Number(lines.find((line) => line.startsWith("Style: Hook"))?.split(",")[2]);
const hooked = ({ lines }: { readonly lines: readonly string[] }) =>
	lines.some((line) => line.startsWith("Dialogue") && line.includes(",Hook,"));

place("is above a face in letters of their usual size, where there is room", async () => {
	const [alone, usual] = [await drawn(request), await drawn(request, { faces: faceBetween(0.45, 0.7) })];
	assert.is(sizeOf(usual), sizeOf(alone));
	assert.is(usual.leftOut, undefined);
});

place("takes smaller letters where larger ones would hide somebody", async () => {
	const [usual, small] = [await drawn(request), await drawn(request, { faces: faceBetween(0.33, 0.9) })];
	assert.ok(hooked(small) && sizeOf(small) < sizeOf(usual), `${sizeOf(small)} and ${sizeOf(usual)}`);
	assert.is(small.leftOut, undefined);
});

place("takes smaller letters rather than cover a chin", async () => {
	const [usual, small] = [await drawn(request), await drawn(request, { faces: faceBetween(0.1, 0.57) })];
	assert.ok(hooked(small) && sizeOf(small) < sizeOf(usual), `${sizeOf(small)} and ${sizeOf(usual)}`);
});

place("is none where it would hide somebody at any size: captions stay, and a note says why", async () => {
	const { lines, events, notes, leftOut } = await drawn(request, { faces: faceBetween(0.22, 0.9) });
	assert.not(hooked({ lines }));
	assert.match(events.map(plain).join(" "), /Why do most talks/);
	assert.equal(notes, [LEFT_OUT]);
	assert.equal(leftOut, [{ what: "hook", note: LEFT_OUT }]);
});

place.run();
