import { suite } from "uvu";
import * as assert from "uvu/assert";
import { recordDeclaredIds } from "../../src/reconcile/declared-ids.ts";
import { memoryStore } from "../../src/state/memory.ts";
import { run } from "../builders/run.ts";
import { settledVideo, snapshot, TALK } from "../builders/world.ts";
import { fakeClock } from "../fakes/clock.ts";
import { fakeService } from "../fakes/service.ts";

const ids = suite("ids that are declared later");
const AT = "https://videos.example.com/talk.mp4";

/** The source that the state knows of, after a campaign declared these. */
async function recorded(id: string | undefined, url = AT, selected = true): Promise<unknown> {
	const before = settledVideo();
	const request = { ...before.request, source: { kind: "url", url: AT } as const };
	const store = memoryStore(snapshot({ [TALK]: { ...before, request } }));
	const { signal } = new AbortController();
	const writer = await store.open({ command: "test", waitMs: 0, signal });
	const wanted = id === undefined ? { kind: "url", url } : { kind: "url", url, id };
	const sources = { sources: { [TALK]: wanted as { kind: "url"; url: string; id: string } }, durations: {} };
	const options = { idempotency: false, publishStatus: false, replace: [], selected: () => selected };
	await recordDeclaredIds({ writer, clock: fakeClock(), options }, { sources });
	const state = writer.snapshot().resources[TALK];
	await writer.close();
	return state?.kind === "video" ? state.request.source : undefined;
}

ids("are kept with the address that they were declared for", async () => {
	assert.equal(await recorded("talk-2026"), { kind: "url", url: AT, id: "talk-2026" });
});

ids("are left out for another address, without one, and where the video is not selected", async () => {
	const kept = { kind: "url", url: AT };
	assert.equal(await recorded("talk-2026", "https://videos.example.com/other.mp4"), kept);
	assert.equal(await recorded(undefined), kept);
	assert.equal(await recorded("talk-2026", AT, false), kept);
});

ids("are kept by each run, before it does anything", async () => {
	const url = { kind: "url", url: AT } as const;
	const before = settledVideo();
	const store = memoryStore(snapshot({ [TALK]: { ...before, request: { ...before.request, source: url } } }));
	const sources = { sources: { [TALK]: { ...url, id: "talk-2026" } }, durations: {} };
	const { snapshot: state } = await run({ store, service: fakeService(), sources });
	const talk = state.resources[TALK];
	assert.equal(talk?.kind === "video" && talk.request.source, { ...url, id: "talk-2026" });
});

ids.run();
