import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { WirePublishTask } from "../../../../src/wire/messages.gen.ts";
import type { RequestNote } from "../../../platforms/core/exchange.ts";
import type { PlannedFault } from "../../../platforms/core/faults.ts";
import { START, untilLater } from "../../world.ts";
import { HOUR, NAME, publish, seen, withChannel } from "./channel-ground.ts";

const waits = ({ results }: WirePublishTask) =>
	/^This post goes to Acme on YouTube, which is not connected any more\. Connect it again: showrun accounts connect youtube --username 'Acme'$/.test(
		results?.[0]?.note ?? "",
	);
const ends = ({ status }: WirePublishTask) => status === "DONE" || status === "ERROR";

const disconnected = suite("a post to a channel that is disconnected meanwhile");

for (const [who, isDeclared] of [
	["a channel", false],
	["a channel that is declared as a folder", true],
] as const)
	disconnected(`waits until ${who} is connected again, over a restart, and is public once`, () =>
		withChannel({ isDeclared }, async (ground) => {
			const { world, book, connect, disconnect, channel } = ground;
			await connect();
			const name = isDeclared ? book.idOf(NAME) : channel;
			const id = await publish(world, name, { scheduled_at: START + 2 * HOUR });
			await disconnect();
			world.clock.move(3 * HOUR);
			await seen(world, id, waits);
			await ground.restart();
			const waiting = await seen(world, id, waits);
			assert.is(waiting.results?.[0]?.needs_account, true);
			world.clock.move(HOUR);
			await connect();
			// Nobody has looked at it since.
			const [connected] = (await seen(world, id, () => true)).results ?? [];
			assert.equal([connected?.needs_account, connected?.note], [undefined, undefined]);
			const { status } = await seen(world, id, ends);
			assert.is(status, "DONE");
		}),
	);

/** What becomes of the call that makes it public. */
const CALLS: readonly (readonly [title: string, isDeclared: boolean, lost: PlannedFault])[] = [
	["executed", true, { route: "youtube.update", kind: "reset", when: "after", times: 1 }],
	["not executed", false, { route: "youtube.update", kind: "reset", when: "before", times: 1 }],
];
for (const [title, isDeclared, lost] of CALLS)
	disconnected(`${title} before that: what became of it is read once it is connected again`, () =>
		withChannel({ isDeclared }, async (ground) => {
			const { world, platforms, connect, disconnect, channel, book } = ground;
			await connect();
			// The looks at it that come right after that are lost, too.
			await platforms.faults(lost, {
				route: "youtube.videos",
				kind: "reset",
				behind: lost.route,
				times: 999,
			});
			const id = await publish(world, isDeclared ? book.idOf(NAME) : channel);
			const isArmed = ({ results }: WirePublishTask) =>
				["armed", "settling"].includes(results?.[0]?.state ?? "");
			await seen(world, id, isArmed);
			// It is armed before it leaves, and would be made public by a call that meets no fault any more.
			const isLost = ({ route, fault }: RequestNote) => route === lost.route && fault !== undefined;
			await untilLater(world, platforms.asked, { holds: (asked) => asked.some(isLost) });
			await disconnect();
			await seen(world, id, waits);
			// A look that was on its way would have found out.
			await platforms.clearFaults();
			await ground.restart();
			await connect();
			const { status, results } = await seen(world, id, ends);
			assert.is(status, "DONE", results?.[0]?.error_message);
		}),
	);

disconnected.run();
