import { suite } from "uvu";
import * as assert from "uvu/assert";
import { scriptOf } from "../../src/engine/captions/ass.ts";
import { safeArea } from "../../src/engine/captions/captions.ts";
import { type FacePosition, facePositionsIn } from "../../src/engine/captions/face-positions.ts";
import { styleOf } from "../../src/engine/captions/styles.ts";
import { heightsOf } from "../../src/engine/captions/subtitle-script.ts";
import { textPlacesFor } from "../../src/engine/captions/text-positions.ts";
import { full } from "../../src/engine/compose/layouts.ts";
import { panels } from "../../src/engine/compose/panels.ts";
import type { Subject } from "../../src/engine/see/subjects.ts";

const placement = suite("texts and faces");
const TALL = { width: 1080, height: 1920 };
const SAFE = { sides: 108, top: 269, bottom: 461 };
const CAPTIONS = 100;
const HOOK = 300;
/** Where captions stand unless somebody is there: upper edge in pixels. */
const USUAL = TALL.height - SAFE.bottom - CAPTIONS;
const faceAt = (y: number, height: number): FacePosition => ({
	face: { x: 340, y, width: 400, height },
	head: { x: 240, y: y - 0.55 * height, width: 600, height: 1.75 * height },
});
const placed = (
	people: readonly FacePosition[],
	given: { readonly captions?: number; readonly hook?: number } = {},
) => {
	const texts = {
		output: TALL,
		safe: SAFE,
		captions: CAPTIONS,
		hook: 0,
		when: { begin: 0, end: 3_000 },
		...given,
	};
	const { positions, hookCost } = textPlacesFor([{ begin: 0, end: 9_000, faces: people }], texts);
	const [position = { captions: 0, hook: 0 }] = positions;
	return { captions: TALL.height - position.captions - texts.captions, hook: position.hook, hookCost };
};
const covers = (y: number, height: number, { face }: FacePosition) =>
	y < face.y + 0.8 * face.height && y + height > face.y;

placement("texts stand in their usual places where nobody is", () =>
	assert.equal(placed([], { hook: HOOK }), { captions: USUAL, hook: SAFE.top, hookCost: 0 }),
);

placement("a face in the upper third leaves captions where they are", () =>
	assert.is(placed([faceAt(420, 400)]).captions, USUAL),
);

placement("captions go up to where they cover no face, and no further", () => {
	const low = faceAt(1_200, 300);
	const { captions } = placed([low]);
	assert.ok(!covers(captions, CAPTIONS, low) && captions < USUAL && captions > 900, String(captions));
});

placement(
	"over a face that fills the picture captions stand where they cover least of eyes and mouth",
	() => {
		const { captions } = placed([faceAt(200, 1_500)]);
		assert.is(captions, USUAL);
		const large = faceAt(560, 980);
		assert.not(covers(placed([large]).captions, CAPTIONS, large));
	},
);

placement("however a face is framed, no text is over it where there is another place", () => {
	for (let y = 100; y < 1_500; y += 40) {
		for (const height of [200, 500, 900]) {
			const each = faceAt(y, height);
			const isFree = y > SAFE.top + CAPTIONS + 70 || y + height < USUAL - 20;
			const { captions } = placed([each]);
			const over = captions < y + height && captions + CAPTIONS > y;
			if (isFree) assert.not(over, JSON.stringify({ y, height, captions }));
		}
	}
});

placement("in a picture that is not tall, captions may stand below a chin", () => {
	const wide = { width: 854, height: 480 };
	const texts = { output: wide, safe: safeArea(wide), captions: 40, hook: 0 };
	const face = { x: 330, y: 30, width: 250, height: 376 };
	const { positions } = textPlacesFor([{ begin: 0, end: 9_000, faces: [{ face, head: face }] }], texts);
	const [position] = positions;
	const top = wide.height - (position?.captions ?? 0) - texts.captions;
	assert.ok(top > 406 && top + texts.captions <= 0.95 * wide.height, String(top));
});

placement("hook text stands on nothing that is written in the picture, also after a cut", () => {
	const slide = [{ x: 0, y: 200, width: 1_080, height: 500 }];
	const texts = { output: TALL, safe: SAFE, captions: CAPTIONS, hook: HOOK, when: { begin: 0, end: 3_000 } };
	const { positions } = textPlacesFor(
		[
			{ begin: 0, end: 2_000, slideText: slide },
			{ begin: 2_000, end: 9_000, slideText: slide.map((box) => ({ ...box, y: 1_050 })) },
		],
		texts,
	);
	const [first, second] = positions;
	assert.is(first?.hook, second?.hook);
	const hook = first?.hook ?? 0;
	for (const y of [200, 1_050]) assert.ok(hook >= y + 500 || hook + HOOK <= y, String(hook));
});

placement(
	"between two who are one above the other, captions stand at the seam and the hook text covers neither",
	() => {
		const two = [faceAt(230, 220), faceAt(1_230, 240)];
		const { captions, hook } = placed(two, { hook: HOOK });
		for (const each of two)
			assert.ok(
				!covers(captions, CAPTIONS, each) && !covers(hook, HOOK, each),
				JSON.stringify({ captions, hook }),
			);
		assert.ok(hook + HOOK <= captions || captions + CAPTIONS <= hook, JSON.stringify({ captions, hook }));
	},
);

placement("whatever is in the picture, texts stay inside of the safe area and apart", () => {
	for (let y = 0; y < TALL.height; y += 120) {
		for (const height of [150, 400, 900]) {
			const { captions, hook, hookCost } = placed([faceAt(y, height)], { hook: HOOK });
			if (hookCost === undefined) continue;
			assert.ok(
				captions >= SAFE.top &&
					captions <= USUAL &&
					hook >= SAFE.top &&
					hook + HOOK <= TALL.height - SAFE.bottom,
				JSON.stringify({ y, height, captions, hook }),
			);
			assert.ok(
				hook + HOOK <= captions || captions + CAPTIONS <= hook,
				JSON.stringify({ y, height, captions, hook }),
			);
		}
	}
});

placement("the hook text hides nobody, nor has captions hide somebody, or has no place", () => {
	const places = { some: 0, none: 0 };
	for (let y = 100; y < 1_500; y += 40)
		for (const height of [200, 500, 900]) {
			const each = faceAt(y, height);
			const isOver = (captions: number) => captions < y + height && captions + CAPTIONS > y;
			const { captions, hook, hookCost } = placed([each], { hook: HOOK });
			assert.is(isOver(captions), isOver(placed([each]).captions), JSON.stringify({ y, height }));
			if (hookCost !== undefined) assert.not(covers(hook, HOOK, each), JSON.stringify({ y, height, hook }));
			places[hookCost === undefined ? "none" : "some"] += 1;
		}
	assert.ok(places.some > 50 && places.none > 0, JSON.stringify(places));
});

placement("the hook text, as wide as there is room for, is over no eyes at its side either", () => {
	const face = { x: SAFE.sides + 5, y: 100, width: 70, height: 1_500 };
	assert.is(placed([{ face, head: face }], { hook: HOOK }).hookCost, undefined);
	const below = { ...face, height: 150 };
	assert.ok(placed([{ face: below, head: below }], { hook: HOOK }).hookCost !== undefined);
});

placement("where faces leave no room, captions are over a chin rather than eyes", () => {
	const { captions } = placed([faceAt(100, 900), faceAt(960, 840)]);
	assert.ok(captions >= 100 + 0.8 * 900 && captions + CAPTIONS <= 960, String(captions));
});

const person = (xs: readonly number[], y: number): Subject => {
	const x = xs[Math.floor(xs.length / 2)] ?? 0.5;
	const box = { x: x - 0.05, y: y - 0.09, width: 0.1, height: 0.18 };
	return {
		box: { ...box, height: 0.6 },
		face: { box, path: xs.map((each, at) => ({ atMs: at * 250, x: each, y })) },
	};
};
const stage = (subjects: readonly Subject[]) => ({
	picture: { width: 1280, height: 720 },
	output: TALL,
	subjects,
});

placement("faces are found in each panel that shows them", () => {
	const two = [person([0.2, 0.2, 0.2], 0.4), person([0.8, 0.8, 0.8], 0.4)];
	const drawn = panels(stage(two), 2);
	const found = drawn ? facePositionsIn(drawn, two) : [];
	assert.equal(
		found.map(({ face }) => (face.y < 960 ? "above" : "below")),
		["above", "below"],
	);
	for (const { face, head } of found)
		assert.ok(
			head.y <= face.y && head.height > face.height && face.x >= 0 && face.x + face.width <= TALL.width,
		);
});

placement("where the camera follows, a face position stays where the face is shown", () => {
	const times = (count: number, x: number) => Array.from({ length: count }, () => x);
	const walker = person([...times(20, 0.2), ...times(20, 0.8)], 0.4);
	const [face, ...others] = facePositionsIn(full(stage([walker])), [walker]);
	assert.is(others.length, 0);
	// The face is 340 pixels wide; it is off the middle only while the camera goes.
	assert.ok((face?.face.y ?? 0) > 0 && (face?.face.height ?? 0) < 0.25 * TALL.height, JSON.stringify(face));
});

placement(
	"in a tall picture texts keep clear of the buttons at its right, and of what is below and above",
	() => {
		const { sides, top, bottom } = safeArea(TALL);
		assert.ok(
			sides >= 120 && top >= 0.14 * TALL.height - 1 && bottom >= 0.22 * TALL.height,
			JSON.stringify({ sides, top, bottom }),
		);
	},
);

placement("every word of a line stands where the line is shown longest", () => {
	const words = ["One", "two"].map((text, at) => ({
		text,
		begin: 1_000 + 1_000 * at,
		end: 2_000 + 1_000 * at,
	}));
	const line = { begin: 1_000, end: 3_000, words, rows: [2], font: { family: "Montserrat", size: 90 } };
	const text = scriptOf({
		output: TALL,
		safe: SAFE,
		family: "Montserrat",
		captions: { lines: [line], style: styleOf("temp-7").style, size: 90, fromRight: false },
		hook: { rows: ["Why"], when: { begin: 0, end: 1_000 }, fromRight: false, family: "Montserrat", size: 70 },
		positions: [
			{ begin: 0, end: 1_400, captions: 461, hook: 300 },
			{ begin: 1_400, end: 9_000, captions: 900, hook: 269 },
		],
	});
	const margins = [...text.matchAll(/^Dialogue: (?:[^,]*,){3}(\w+),,0,0,(\d+),/gm)].map(
		([, style, margin]) => `${style} ${margin}`,
	);
	assert.equal(margins, ["Caption 900", "Caption 900", "Hook 300"]);
});

const BOTH = (style: string, below = [2, 1]) => {
	const words = ["They", "build", "the"].map((text, at) => ({
		text,
		begin: 1_000 * at,
		end: 1_000 * (at + 1),
	}));
	const of = (rows: readonly number[], size: number) => ({
		begin: 0,
		end: 3_000,
		words,
		rows,
		font: { family: "Montserrat", size },
	});
	const script = {
		output: TALL,
		safe: SAFE,
		family: "Montserrat",
		captions: { lines: [of([2, 1], 90)], style: styleOf(style).style, size: 90, fromRight: false },
		translation: { lines: [of(below, 54)], style: styleOf("temp-7").style, size: 54, fromRight: false },
	};
	const text = scriptOf(script);
	const marginOf = (name: string) => Number(new RegExp(`^Style: ${name},.*,(\\d+),1$`, "m").exec(text)?.[1]);
	return { text, captions: marginOf("Caption"), below: marginOf("Below"), high: heightsOf(script).captions };
};

placement("a translation has its own room below the captions, plates and all", () => {
	for (const style of ["temp-7", "temp-static-2", "box-highlight"]) {
		const { text, captions, below, high } = BOTH(style);
		const plate = style === "temp-static-2" ? 90 / 7 : 0;
		assert.ok(captions - plate >= below + 2 * 54, `${style}: ${captions} over ${below}`);
		assert.ok(high >= captions - below + 2 * 90, String(high));
		// Texts of one layer would push each other away.
		assert.ok(/^Dialogue: 0,.*,Caption,/m.test(text) && /^Dialogue: 1,.*,Below,/m.test(text));
	}
});

placement("a translation of one row takes the room of one", () => {
	const rows = [BOTH("temp-7", [3]), BOTH("temp-7", [2, 1])].map(({ high }) => high);
	assert.is((rows[1] ?? 0) - (rows[0] ?? 0), 54);
});

placement("a word in a box is drawn by a style of its own, as wide as without", () => {
	const { text } = BOTH("box-highlight");
	assert.match(text, /^Style: Lit,Montserrat,90,.*,3,7\.5,0,2,/m);
	assert.match(text, /\{\\rLit\}They\{\\r\} build/);
});

placement.run();
