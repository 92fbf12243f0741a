import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Concurrency } from "../../src/reconcile/concurrency.ts";
import { Ending } from "../../src/system/sending/ending.ts";

const turns = suite("turns");
const soon = () => new Promise<void>((settle) => setImmediate(settle));

/** Asks for a turn and notes by name when it came. */
function asking(of: Concurrency, told: string[]) {
	return (name: string, over?: Ending) => {
		void of.take(over).then((has) => told.push(has ? name : `not ${name}`));
	};
}

turns("are given in the order they were asked for, no more than there are", async () => {
	const [two, told] = [new Concurrency(2), [] as string[]];
	for (const name of ["a", "b", "c", "d"]) asking(two, told)(name);
	await soon();
	assert.equal(told, ["a", "b"]);
	two.giveBack();
	await soon();
	assert.equal(told, ["a", "b", "c"]);
	two.giveBack();
	two.giveBack();
	two.giveBack();
	await soon();
	for (const name of ["e", "f", "g"]) asking(two, told)(name);
	await soon();
	assert.equal(told, ["a", "b", "c", "d", "e", "f"]);
});

turns("of what is over are given to the next, and it hears that it has none", async () => {
	const [one, told, over] = [new Concurrency(1), [] as string[], new Ending()];
	const ask = asking(one, told);
	ask("a");
	ask("b", over);
	ask("c");
	over.end();
	await soon();
	assert.equal(told, ["a", "not b"]);
	one.giveBack();
	ask("d", over);
	await soon();
	assert.equal(told, ["a", "not b", "c", "not d"]);
});

turns("that were had before something was over stay", async () => {
	const [one, told, over] = [new Concurrency(1), [] as string[], new Ending()];
	const ask = asking(one, told);
	ask("a", over);
	ask("b");
	over.end();
	await soon();
	assert.equal(told, ["a"]);
});

turns("that were stopped say why first", () => {
	const one = new Concurrency(1);
	one.mustNotBeStopped();
	one.stop(new Error("first"));
	one.stop(new Error("second"));
	assert.throws(() => one.mustNotBeStopped(), /first/);
});
turns.run();
