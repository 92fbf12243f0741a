import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openInputs, type PageInputs } from "../../../../src/cli/wiring/page/inputs.ts";
import { planHere } from "../../../../src/cli/wiring/page/last-plan.ts";
import { openOverviews } from "../../../../src/cli/wiring/page/overview.ts";
import { openSettings } from "../../../../src/cli/wiring/workspace.ts";
import type { AgendaItem } from "../../../../src/model/agenda.ts";
import { epochMs } from "../../../../src/model/brand.ts";
import type { Overview } from "../../../../src/page/port.ts";
import { fileStore } from "../../../../src/state/file/store.ts";
import { writeState, writeWorkspace } from "../../../bench/workspace.ts";
import { ran } from "../../../state/folder.ts";

const overviews = suite("the overview of the page");

interface Opened {
	readonly folder: string;
	readonly inputs: () => Promise<PageInputs>;
	readonly read: () => Promise<Overview>;
	/** Resolves at the next change that only a plan could tell of. */
	readonly planned: () => Promise<void>;
}

/** A workspace of six posts that are to be sent; every plan of it takes longer than anybody waits. */
async function withOverviews(body: (opened: Opened) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-overview-"));
	const { signal } = new AbortController();
	try {
		await writeWorkspace(folder, { posts: 6 });
		await writeState(folder, { done: false });
		const settings = await openSettings({ paths: [folder] }, { keyless: true });
		const inputs = openInputs({ paths: [folder], flags: {}, settings, signal });
		const waiting: (() => void)[] = [];
		const planned = () => new Promise<void>((settle) => void waiting.push(settle));
		const changed = () => waiting.shift()?.();
		const planApart = (given: PageInputs) => planHere(given, signal);
		const { read } = openOverviews({ inputs, signal, changed, planApart, quickMs: -1 });
		await body({ folder, inputs, read, planned });
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

const todoOf = ({ items }: Overview) => items.filter(({ standing }) => standing === "todo");

/** Notes in the state that a post was accepted. */
async function accepted(folder: string, { address, change }: AgendaItem): Promise<void> {
	if (change?.action !== "publish") throw new Error("This post is not to be sent.");
	const { request } = change;
	const resource = { kind: "post", request, taskId: "p", acceptedAt: epochMs(0), status: "DONE" } as const;
	const path = join(folder, ".showrun", "state.json");
	await ran(fileStore({ path }), [{ type: "resource", address, at: epochMs(0), resource }]);
}

overviews("what became of a post is shown at once, and what else follows from it when it is planned", () =>
	withOverviews(async ({ folder, read, planned }) => {
		const [first, ...others] = todoOf(await read());
		if (first === undefined) throw new Error("Nothing is to be sent.");
		assert.is(others.length, 5);
		await accepted(folder, first);
		const later = planned();
		const atOnce = await read();
		assert.is(atOnce.items.find(({ address }) => address === first.address)?.standing, "done");
		const still = todoOf(atOnce);
		assert.equal(
			still.map(({ change }) => others.some((other) => other.change === change)),
			[true, true, true, true, true],
			"nothing was planned anew",
		);
		await later;
		const anew = todoOf(await read());
		assert.equal(anew, still);
		assert.not.ok(anew.some(({ change }) => still.some((before) => before.change === change)));
	}),
);

overviews("a campaign that was edited is planned before anything is shown", () =>
	withOverviews(async ({ folder, read }) => {
		assert.is(todoOf(await read()).length, 6);
		const more = "  extra:\n    from: v0\n    clips: { ranks: [50] }\n    to: { tube: { title: Extra } }\n";
		await appendFile(join(folder, "c0.campaign.yaml"), more);
		assert.is(todoOf(await read()).length, 7);
	}),
);

overviews("files that say what they said before are not understood anew", () =>
	withOverviews(async ({ folder, inputs }) => {
		const [one, other] = [await inputs(), await inputs()];
		assert.is(one.readable[0], other.readable[0]);
		assert.is(Object.values(one.known.resources)[0], Object.values(other.known.resources)[0]);
		await appendFile(join(folder, "c0.campaign.yaml"), "# edited\n");
		assert.is.not((await inputs()).readable[0], other.readable[0]);
	}),
);

overviews.run();
