import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { decodeGuard } from "../../src/state/guard/records.ts";
import { encodeLine } from "../../src/state/journal-lines.ts";
import { StateFault } from "../../src/state/state-fault.ts";
import { numbered } from "../builders/entries.ts";
import { faultOf, openNow, type Place, ran, withPlace } from "./folder.ts";

/**
 * Files as a released version wrote them. They are never written again: what is in the world stays readable.
 */
const SAMPLES = fileURLToPath(new URL("samples", import.meta.url));

async function withSample(name: string, work: (place: Place) => Promise<void>): Promise<void> {
	await withPlace(async (place) => {
		await mkdir(place.folder);
		await cp(join(SAMPLES, name), place.path);
		await work(place);
	});
}

const formats = suite("formats of the state");

for (const name of ["format-1.json", "format-1-without-checksum.json"]) {
	formats(`${name} is read, and written again as the newest`, () =>
		withSample(name, async ({ store, path }) => {
			const state = await store.read();
			assert.equal(
				[state.format, state.lineage, state.serial, state.ledger.length],
				[1, "01JD3V0Q00000000000000000L", 11, 2],
			);
			assert.equal(
				Object.entries(state.resources).map(([address, { kind, status }]) => [address, kind, status]),
				[
					['k.post.shorts["talk@0-40000"].tube', "post", "DONE"],
					["k.rendition.talk.wide", "rendition", "SUCCEEDED"],
					["k.video.failed", "video", "FAILED"],
					["k.video.talk", "video", "SUCCEEDED"],
				],
			);
			assert.equal(
				Object.values(state.operations).map(({ phase, evidence }) => [phase, evidence?.httpStatus]),
				[["unknown", 502]],
			);
			assert.equal(
				[Object.keys(state.slots ?? {}).length, Object.keys(state.plans ?? {})],
				[1, ["01JD3V0Q00000000000000000P"]],
			);
			await ran(store, [numbered(5)]);
			assert.match(await readFile(path, "utf8"), /^\{\n {2}"checksum": "[0-9a-f]{8}",\n {2}"format": 2,/);
			assert.equal(
				{ ...(await store.read()), resources: {}, serial: 0 },
				{ ...state, resources: {}, serial: 0 },
			);
		}),
	);
}

formats("format-1.journal is folded into its state", () =>
	withSample("format-1.json", async ({ store, journal }) => {
		await cp(join(SAMPLES, "format-1.journal"), journal);
		const { serial, resources, operations, ledger } = await ran(store, []);
		assert.equal([serial, ledger.length, Object.keys(operations)], [17, 3, ["01JD3V0Q00000000000000000C"]]);
		assert.ok("k.rendition.talk.flat" in resources && !("k.video.failed" in resources));
	}),
);

formats("format-1.ledger.jsonl, the memory outside of the work tree, is read", async () => {
	const { attempts, serial, damaged } = decodeGuard(await readFile(join(SAMPLES, "format-1.ledger.jsonl")));
	assert.equal(
		[damaged, serial, [...attempts.values()].map(({ became }) => became)],
		[0, 17, ["done", "posted", "armed"]],
	);
});

const NEWER: Readonly<Record<string, (place: Place) => Promise<void>>> = {
	state: ({ path }) => writeFile(path, '{ "format": 3, "moments": {} }\n'),
	journal: ({ journal }) =>
		writeFile(journal, encodeLine({ journal: 2, lineage: "01JD3V0Q00000000000000000L" } as never)),
};

for (const [what, write] of Object.entries(NEWER)) {
	formats(`a ${what} of a newer version is refused with words, to read and to write, and left as it is`, () =>
		withSample("format-1.json", async (place) => {
			await write(place);
			const [before, format] = [await readFile(place.path), what === "state" ? 3 : 2];
			for (const work of [() => place.store.read(), () => openNow(place.store)]) {
				const fault = await faultOf(work());
				assert.instance(fault, StateFault);
				assert.ok(fault.message.includes(`was written by a newer showrun (format ${format})`), fault.message);
				assert.is(fault.remedy, "Upgrade showrun.");
			}
			assert.equal(await readFile(place.path), before);
		}),
	);
}

formats.run();
