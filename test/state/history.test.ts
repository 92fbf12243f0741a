import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type AddressText, videoAddress } from "../../src/model/address.ts";
import { epochMs } from "../../src/model/brand.ts";
import { knownFrom } from "../../src/state/guard/records.ts";
import { attemptsOf } from "../../src/state/history.ts";
import { NOW, settledVideo, snapshot, submitted, TALK } from "../builders/world.ts";

const KEYNOTE = videoAddress("k", "keynote");
const HOUR = 3_600_000;

/** An attempt that this machine saw end. */
const ended = (address: AddressText, at = NOW, operation = "op-1") =>
	({ type: "ended", serial: 1, at, operation, address, kind: "submit", as: "done" }) as const;
const told = (...given: Parameters<typeof attemptsOf>) =>
	attemptsOf(...given).map(({ address, operation = "-" }) => `${operation} ${address}`);

const history = suite("the history of attempts");

history("names a task once, by the name that its video has now", () => {
	const memory = knownFrom([ended(TALK)]);
	assert.equal(told(snapshot({ [TALK]: settledVideo() }), memory), [`op-1 ${TALK}`]);
	assert.equal(told(snapshot({ [KEYNOTE]: settledVideo() }), memory), [`op-1 ${KEYNOTE}`]);
});

history("tells apart what was made at another time, and what stands under both names", () => {
	const later = submitted({ submittedAt: epochMs(NOW + HOUR) });
	assert.equal(told(snapshot({ [KEYNOTE]: later }), knownFrom([ended(TALK)])), [
		`op-1 ${TALK}`,
		`- ${KEYNOTE}`,
	]);
	const both = snapshot({ [TALK]: settledVideo(), [KEYNOTE]: settledVideo() });
	assert.equal(told(both, knownFrom([ended(TALK)])).sort(), [`- ${KEYNOTE}`, `op-1 ${TALK}`]);
});

history("gives two renamed videos the task of each", () => {
	const others = ["k.video.a", "k.video.b"] as AddressText[];
	const state = snapshot(Object.fromEntries(others.map((address) => [address, settledVideo()])));
	const memory = knownFrom([ended(TALK), ended(videoAddress("k", "speech"), NOW, "op-2")]);
	assert.equal(
		told(state, memory)
			.map((line) => line.split(" ")[1])
			.sort(),
		others,
	);
	assert.is(new Set(told(state, memory).map((line) => line.split(" ")[0])).size, 2);
});

history.run();
