import { existsSync } from "node:fs";
import { chmod, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../../src/model/brand.ts";
import { GitFault } from "../../../src/state/git/git-fault.ts";
import { gitStore } from "../../../src/state/git/store.ts";
import { armed, numbered, outcome, postIntent, resolved } from "../../builders/entries.ts";
import { clip, NOW, posted, TALK } from "../../builders/world.ts";
import { type Clones, killedAfter, REF, withClones } from "../clones.ts";
import { faultOf, openNow, ran } from "../folder.ts";

const DONE = outcome("op-1", "done", posted(clip(0)));
const JOURNAL = ".git/showrun/origin/showrun/root/state.json.journal";
const claiming = suite("claims on a remote");

/** A git that does what it is told, and then says that a push failed as long as a file is there. */
async function lossyGit({
	root,
	env,
}: Clones): Promise<{ readonly env: NodeJS.ProcessEnv; readonly losing: string }> {
	const [bin, losing] = [join(root, "bin"), join(root, "losing")];
	await mkdir(bin);
	await writeFile(
		join(bin, "git"),
		`#!/bin/sh\nPATH="${env.PATH}"\ngit "$@"\ncode=$?\ncase " $* " in *" push "*) if [ -e "${losing}" ]; then echo "the connection broke" >&2; exit 128; fi ;; esac\nexit $code\n`,
	);
	await chmod(join(bin, "git"), 0o755);
	await writeFile(losing, "");
	return { env: { ...env, PATH: `${bin}:${env.PATH}` }, losing };
}

claiming("a push whose answer was lost counts when the remote has it", () =>
	withClones(async (clones) => {
		const { folder } = clones.clone("one");
		const { env } = await lossyGit(clones);
		const store = gitStore({ folder, remote: "origin", env });
		await ran(store, [
			postIntent("op-1"),
			armed("op-1"),
			DONE,
			postIntent("op-2", 1),
			armed("op-2"),
			outcome("op-2", "done", posted(clip(1))),
		]);
		const { ledger, operations } = await clones.clone("two").store.read();
		assert.equal([ledger.length, operations], [2, {}]);
	}),
);

claiming("many attempts at once share their claims", () =>
	withClones(async ({ clone, git }) => {
		const { store } = clone("one");
		const writer = await openNow(store);
		await Promise.all([0, 1, 2, 3, 4, 5].map((idx) => writer.append(postIntent(`op-${idx}`, idx))));
		assert.ok(Number(git("remote.git", "rev-list", "--count", REF)) <= 3);
		for (const idx of [0, 1, 2, 3, 4, 5]) await writer.append(armed(`op-${idx}`));
		for (const idx of [0, 1, 2, 3, 4, 5])
			await writer.append(outcome(`op-${idx}`, "done", posted(clip(idx))));
		await writer.close();
		assert.is((await clone("two").store.read()).ledger.length, 6);
	}),
);

claiming("a refused claim begins nothing more, and what was armed before still ends", () =>
	withClones(async ({ clone, root }) => {
		const [one, two] = [clone("one"), clone("two")];
		const writer = await openNow(one.store);
		await writer.append(postIntent("op-1"));
		await writer.append(armed("op-1"));
		await rename(join(root, "remote.git"), join(root, "away.git"));
		assert.instance(await faultOf(writer.append(postIntent("op-2", 1))), GitFault);
		assert.instance(await faultOf(writer.append(armed("op-2"))), GitFault);
		await writer.append(DONE);
		const fault = await faultOf(writer.close());
		assert.match(
			fault.message,
			/What came of this run is not on the remote yet: .*It is kept in .*state\.json\.journal\./,
		);
		assert.match((await faultOf(one.store.read())).message, /The state on origin cannot be read/);
		await rename(join(root, "away.git"), join(root, "remote.git"));
		assert.equal(
			[(await one.store.read()).ledger.length, Object.keys((await two.store.read()).operations)],
			[1, ["op-1"]],
		);
		await ran(one.store, [numbered(3)]);
		const { operations, resources } = await two.store.read();
		assert.equal([operations, resources[TALK]?.taskId], [{}, "3"]);
	}),
);

claiming("an outcome that the disk does not take goes to the remote alone", () =>
	withClones(async ({ clone }) => {
		const [one, two] = [clone("one"), clone("two")];
		const writer = await openNow(one.store);
		await writer.append(postIntent("op-1"));
		await writer.append(armed("op-1"));
		await rm(join(one.folder, JOURNAL));
		const fault = await faultOf(writer.append(DONE));
		assert.match(
			fault.message,
			/What came of operation op-1 could not be written to .* It is on origin, so nothing is lost\./,
		);
		const { ledger, operations } = await two.store.read();
		assert.equal([ledger.length, operations], [1, {}]);
		assert.instance(await faultOf(writer.append(numbered(1))), Error);
		await writer.close();
		await ran(one.store, [numbered(2)]);
		assert.equal([(await two.store.read()).ledger.length, existsSync(join(one.folder, JOURNAL))], [1, false]);
	}),
);

claiming(
	"what was not sent, or was refused, is taken back although another clone called it unknown meanwhile",
	() =>
		withClones(async ({ clone }) => {
			const [one, two] = [clone("one"), clone("two")];
			const writer = await openNow(one.store);
			await writer.append(postIntent("op-1"));
			await writer.append(postIntent("op-2", 1));
			await writer.append(armed("op-2"));
			await ran(two.store, [numbered(4)]);
			assert.is((await two.store.read()).ledger.length, 2);
			await writer.append(outcome("op-1", "not-sent"));
			await writer.append(outcome("op-2", "refused"));
			await writer.close();
			for (const { store } of [one, two]) {
				const { operations, ledger, resources } = await store.read();
				assert.equal([operations, ledger, resources[TALK]?.taskId], [{}, [], "4"]);
			}
		}),
);

claiming("a folder that cannot be written is named before anything is claimed", () =>
	withClones(async ({ clone, git }) => {
		const { store, folder } = clone("one");
		await writeFile(join(folder, ".git/showrun"), "");
		assert.match(
			(await faultOf(store.read())).message,
			/What this clone keeps of the state cannot be read: .*\.git\/showrun/,
		);
		assert.match((await faultOf(openNow(store))).message, /The state cannot be written: .*\.git\/showrun/);
		assert.is(git("remote.git", "for-each-ref", "refs/showrun"), "");
	}),
);

claiming(
	"a ref that was moved back, or holds another state, is refused to read and to write, also when a newer version lies on top",
	() =>
		withClones(async ({ clone, git }) => {
			const { store } = clone("one");
			await ran(store, [numbered(1)]);
			const first = git("remote.git", "rev-parse", REF);
			await ran(store, [numbered(2)]);
			const second = git("remote.git", "rev-parse", REF);
			const author = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
			const onTop = git(
				"remote.git",
				...author,
				"commit-tree",
				`${first}^{tree}`,
				"-p",
				second,
				"-m",
				"back",
			);
			for (const commit of [first, onTop]) {
				git("remote.git", "update-ref", REF, commit);
				for (const work of [() => store.read(), () => ran(store, [numbered(3)])])
					assert.match((await faultOf(work())).message, /The state went back in time/);
				assert.is(git("remote.git", "rev-parse", REF), commit);
			}
			git("remote.git", "update-ref", REF, second);
			assert.is((await store.read()).resources[TALK]?.taskId, "2");
		}),
);

claiming(
	"what was armed long after its claim is open again where somebody called it not posted; what was armed at once is not",
	() =>
		withClones(async ({ clone }) => {
			for (const [id, lateMs, left] of [
				["op-1", 0, []],
				["op-2", 60 * 60_000, ["op-2"]],
			] as const) {
				const [one, two] = [clone(`${id}-a`), clone(`${id}-b`)];
				await killedAfter(one, [postIntent(id), { type: "armed", operation: id, at: epochMs(NOW + lateMs) }]);
				await ran(two.store, [resolved(id, "not-posted")]);
				await ran(one.store, []);
				assert.equal(Object.keys((await two.store.read()).operations), left, id);
			}
		}),
);

claiming.run();
