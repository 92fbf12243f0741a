import { suite } from "uvu";
import * as assert from "uvu/assert";
import { StopFault } from "../../src/model/fault.ts";
import type { PlanOptions } from "../../src/model/observed.ts";
import type { Operation } from "../../src/model/snapshot.ts";
import { emptyMemory } from "../../src/reconcile/memory.ts";
import { resolveByService } from "../../src/reconcile/unknowns.ts";
import { operation, postRequest, settledVideo, snapshot, TALK } from "../builders/world.ts";
import { fakeClock } from "../fakes/clock.ts";
import { type FakeService, fakeService, ongoing } from "../fakes/service.ts";

const named = (text: string) => ({ evidence: { httpStatus: 200, rawBody: text } });
const TASK = operation(named('{"id":"task-1"'));
const POST = operation({ kind: "publish", wanted: postRequest(), ...named('{"task_id":"p-1"') });
const EXPORT = operation({ kind: "export", ...named('{"export_task_id":"e-1"') });
const refused = () => Promise.reject(new StopFault("no such task"));

interface Given {
	readonly service?: Partial<FakeService>;
	readonly options?: Partial<PlanOptions>;
	readonly state?: Parameters<typeof snapshot>[0];
	readonly times?: number;
}

/** The ids that the service is known to have made, and what was asked. */
async function found(attempt: Operation, given: Given = {}): Promise<readonly [string[], string[]]> {
	const service = fakeService(given.service);
	const options = { idempotency: false, publishStatus: true, replace: [], ...given.options };
	const signal = new AbortController().signal;
	const context = { service, clock: fakeClock(), signal, options, emit: () => {} };
	const state = snapshot(given.state, { operations: { [attempt.id]: attempt } });
	const memory = emptyMemory();
	const all = [];
	for (let time = 0; time < (given.times ?? 1); time++)
		all.push(...(await resolveByService(context, state, memory)));
	return [all.map(({ resource }) => resource?.taskId ?? ""), service.calls];
}

const results = { readings: [{ ...ongoing, id: "task-1" }] };
const cases: Record<string, [() => Promise<unknown>, unknown]> = {
	"is done where the service knows the task its answer named": [
		() => found(TASK, { service: results }),
		[["task-1"], ["results"]],
	],
	"stays unknown where the task has another id": [
		() => found(TASK, { service: { readings: [{ ...ongoing, id: "task-2" }] } }),
		[[], ["results"]],
	],
	"stays unknown where the task has another name": [
		() => found(TASK, { service: { readings: [{ ...ongoing, name: "other" }] } }),
		[[], ["results"]],
	],
	"is done where the task has its name": [
		() => found(TASK, { service: { readings: [{ ...ongoing, name: "k/talk" }] } }),
		[["task-1"], ["results"]],
	],
	"stays unknown where the service refuses to tell": [
		() => found(TASK, { service: { results: refused } }),
		[[], []],
	],
	"stays unknown where the task belongs to something else": [
		() => found(TASK, { state: { [TALK]: settledVideo() } }),
		[[], []],
	],
	"is asked about once a run": [
		() => found(TASK, { service: { readings: [{ ...ongoing, id: "task-2" }] }, times: 2 }),
		[[], ["results"]],
	],
	"is left alone where it is not selected": [
		() => found(TASK, { options: { selected: () => false } }),
		[[], []],
	],
	"is left alone where keys are recognised": [
		() => found(TASK, { options: { idempotency: true } }),
		[[], []],
	],
	"is left alone where its answer named nothing": [() => found(operation()), [[], []]],
	"of a post is done where the service knows it": [() => found(POST), [["p-1"], ["publishTask"]]],
	"of a post stays unknown where the service does not": [
		() => found(POST, { service: { publishTask: refused } }),
		[[], []],
	],
	"of a post stays unknown where the service never tells": [
		() => found(POST, { options: { publishStatus: false } }),
		[[], []],
	],
	"of a rendition is done where the service knows it": [
		() => found(EXPORT, { service: { exportReading: { ...ongoing, id: "e-1" } } }),
		[["e-1"], ["exportResults"]],
	],
	"of a rendition stays unknown where its id is another": [
		() => found(EXPORT, { service: { exportReading: { ...ongoing, id: "e-2" } } }),
		[[], ["exportResults"]],
	],
};
const attempt = suite("an attempt without an outcome");
for (const [title, [run, expected]] of Object.entries(cases))
	attempt(title, async () => assert.equal(await run(), expected));

attempt("is asked about again later where the service cannot be reached", async () => {
	const down = () => Promise.reject(new Error("down"));
	const ended = await found(TASK, { service: { results: down } }).catch(({ message }: Error) => message);
	assert.is(ended, "down");
});
attempt.run();
