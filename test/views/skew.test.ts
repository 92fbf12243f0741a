import { suite } from "uvu";
import * as assert from "uvu/assert";
import { notable, renderSkew, skewEvent } from "../../src/views/skew.ts";

const ink = { colour: false, width: 200 };
const drawing = suite("the difference of the clocks, drawn");

drawing("is not worth a word up to two seconds", () => {
	for (const skew of [undefined, { aheadMs: 2_400, withinMs: 500 }, { aheadMs: -2_400, withinMs: 500 }])
		assert.is(notable(skew), undefined);
	assert.is(renderSkew(undefined, ink), "");
});

drawing("says from where on nothing is published", () => {
	const [some, much] = [
		{ aheadMs: 5_000, withinMs: 500 },
		{ aheadMs: -75_000, withinMs: 500.4 },
	];
	assert.is(notable(some), some);
	assert.match(
		renderSkew(some, ink),
		/^Warning: This machine's clock is 5 s behind the service's\. Times are planned by the service's clock\./,
	);
	assert.match(
		renderSkew(much, ink),
		/75 s ahead of the service's\. Nothing is published until they agree, unless apply is given --allow-skew\./,
	);
	assert.equal(
		{ ...skewEvent(much), message: "" },
		{ type: "skew", aheadMs: -75_000, withinMs: 500, refused: true, message: "" },
	);
});

drawing.run();
