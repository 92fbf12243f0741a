import { suite } from "uvu";
import * as assert from "uvu/assert";
import { accountDestination } from "../../../src/service/delivery/account-destination.ts";
import type { Destination } from "../../../src/service/delivery/destination.ts";

const PRINTER: Destination = {
	kind: "printer",
	lead: { earliestMs: 0, livesMs: null },
	prepare: async () => ({ kind: "ready", progress: { v: 1, step: "ready" } }),
	publish: async () => ({ kind: "posted" }),
};

const program = suite("an account whose posts a program delivers");

program("delivers by the program that runs", async () => {
	assert.is(await destinationWith(new Map([["acc_1", PRINTER]]))("acc_1"), PRINTER);
});

program("has no other destination while the program does not run", async () => {
	await destinationWith(new Map())("acc_1").then(
		() => assert.unreachable(),
		({ message, next }) => {
			assert.is(message, "A program delivers the posts of the account acc_1, and it is not running.");
			assert.is.not(next, "stop");
		},
	);
});
program.run();

function destinationWith(programs: ReadonlyMap<string, Destination>) {
	return accountDestination({
		accounts: { viaOf: async () => ({ kind: "program" }) },
		credentials: undefined,
		destinations: () => {
			throw new Error("the outbox");
		},
		programs,
	});
}
