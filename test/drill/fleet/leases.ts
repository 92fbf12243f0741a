import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { postgresStore } from "../../../src/state/postgres/store.ts";
import { LockedFault } from "../../../src/system/lock.ts";
import { armed, postIntent } from "../../builders/entries.ts";
import { proxyTo } from "../../postgres/proxy.ts";
import { postgresServer, urlOf } from "../../postgres/server.ts";
import { openNow } from "../../state/folder.ts";

/** Long enough for a statement on a busy machine. Milliseconds. */
const LEASE_MS = 2_000;

/** What a lease has to keep, tried on two connections: what was broken, in words. */
export async function tryLeases(): Promise<{ readonly cases: number; readonly broken: readonly string[] }> {
	const broken = [await replaced(), await otherClock()].filter((each) => each !== undefined);
	return { cases: 2, broken };
}

/** Its connection is silent past the lease, and another run takes over: it arms nothing from then on. */
async function replaced(): Promise<string | undefined> {
	const server = await postgresServer();
	const { url, name } = await server.database();
	const folder = mkdtempSync(join(tmpdir(), "fl-"));
	const proxy = await proxyTo(server.folder, folder);
	const place = { workspace: "one", leaseMs: LEASE_MS };
	try {
		const first = await openNow(postgresStore({ ...place, url: urlOf(name, folder) }));
		await first.append(postIntent("op-1"));
		proxy.fault = silence(proxy.statements.length + 1);
		const second = await openNow(postgresStore({ ...place, url }), 30_000);
		// Its connection is heard again, so that neither silence nor lateness keeps it from arming.
		await wait(2 * LEASE_MS);
		const sent = await first.append(armed("op-1")).then(
			() => true,
			() => false,
		);
		await second.close();
		await first.close().catch(() => {});
		return sent ? "a run that was replaced armed an attempt" : undefined;
	} finally {
		await proxy.close();
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Its next statement reaches the database only when the lease is over. */
function silence(at: number) {
	return { at, when: "before", goesOn: true, act: () => wait(2 * LEASE_MS) } as const;
}

/** A machine whose clock is ten minutes ahead does not take the lease of a run whose clock is behind. */
async function otherClock(): Promise<string | undefined> {
	const { url } = await (await postgresServer()).database();
	const store = postgresStore({ url, workspace: "one" });
	const { now } = Date;
	Date.now = () => now() - 600_000;
	const first = await openNow(store);
	Date.now = () => now() + 600_000;
	try {
		const second = await openNow(store, 0);
		await second.close();
		return "a machine whose clock is ahead took the lease of a run that lives";
	} catch (error) {
		if (error instanceof LockedFault) return undefined;
		throw error;
	} finally {
		Date.now = now;
		await first.close().catch(() => {});
	}
}
