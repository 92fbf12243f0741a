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

const ACCOUNT = {
	id: "acc_1",
	platform: "youtube",
	platform_username: "Ann's shows",
	platform_avatar: null,
	token_valid: true,
	token_expiring_soon: false,
} as const;

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
program("is not one whose credential is gone: the remedy is the whole command", async () => {
	await destinationWith(
		new Map(),
		"command",
	)("acc_1").then(
		() => assert.unreachable(),
		({ remedy }) =>
			assert.is(
				remedy,
				"Connect it again: showrun accounts connect command --platform youtube " +
					"--username 'Ann'\\''s shows' -- PROGRAM ARGUMENTS",
			),
	);
});
program.run();

function destinationWith(programs: ReadonlyMap<string, Destination>, via: "program" | "command" = "program") {
	return accountDestination({
		accounts: { viaOf: async () => ({ kind: via }), find: async () => ACCOUNT, idOf: () => ACCOUNT.id },
		credentials: undefined,
		destinations: () => {
			throw new Error("the outbox");
		},
		programs,
	});
}
