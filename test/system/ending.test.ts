import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Ending } from "../../src/system/sending/ending.ts";

const ending = suite("an ending");

ending("does what waits for it once, in its order", () => {
	const [over, done] = [new Ending(), [] as string[]];
	over.onEnd(() => done.push("first"));
	over.onEnd(() => done.push("second"));
	assert.equal([over.isOver, done], [false, []]);
	over.end();
	over.end();
	assert.equal([over.isOver, done], [true, ["first", "second"]]);
});

ending("that came acts at once, also on what it does itself", () => {
	const [over, done] = [new Ending(), [] as string[]];
	over.onEnd(() => over.onEnd(() => done.push("inner")));
	over.onEnd(() => done.push("outer"));
	over.end();
	over.onEnd(() => done.push("late"));
	assert.equal(done, ["inner", "outer", "late"]);
});

ending.run();
