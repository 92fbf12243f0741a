import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { RunContext } from "../../src/reconcile/context.ts";
import { sendAgain } from "../../src/reconcile/send-once.ts";
import { memoryStore } from "../../src/state/memory.ts";
import { recordingWith, run } from "../builders/run.ts";
import { campaign, operation, request, snapshot, submitted } from "../builders/world.ts";
import { fakeService } from "../fakes/service.ts";

const sending = suite("an attempt");
sending("is stored without its secrets, and says so", async () => {
	const fake = fakeService({ behaviours: ["lose-answer"] });
	const submitCall: typeof fake.submitCall = (...args) => ({ ...fake.submitCall(...args), stored: "{}" });
	const { snapshot: after } = await run({
		store: memoryStore(),
		service: { ...fake, submitCall },
		campaigns: [campaign({ posts: [] })],
	});
	const attempts = Object.values(after.operations);
	assert.equal(
		attempts.map(({ payload, redacted }) => [payload, redacted]),
		[["{}", true]],
	);
});

sending("that is repeated has its outcome in the journal before anybody hears of it", async () => {
	const service = fakeService();
	const entries: string[] = [];
	const append = async ({ type }: { readonly type: string }) => {
		await new Promise((resolve) => setImmediate(resolve));
		entries.push(type);
	};
	const outcome = await recordingWith({ store: memoryStore(), service }, ({ recording }) => {
		const writer = { ...recording.writer, append, snapshot: () => snapshot() } as RunContext["writer"];
		const call = service.submitCall(request(), "https://cdn.example.com/talk.mp4");
		return sendAgain({ ...recording, writer }, operation(), { call, resource: () => submitted() });
	});
	assert.equal([outcome.class, entries], ["done", ["outcome"]]);
});
sending.run();
