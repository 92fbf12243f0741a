import { ulid } from "ulid";
import type { Snapshot } from "../model/snapshot.ts";
import { LockedFault } from "../system/lock.ts";
import { EMPTY, fold, recover } from "./fold.ts";
import type { StateStore } from "./store.ts";

/** State that lives as long as this process: for tests and for trying things out. */
export function memoryStore(initial: Snapshot = EMPTY): StateStore {
	let snapshot = initial;
	let held = false;
	return {
		read: async () => (held ? snapshot : recover(snapshot)),
		async open() {
			if (held) throw new LockedFault("Another run holds the state.", { remedy: "Wait for it." });
			held = true;
			snapshot = recover(snapshot);
			return {
				snapshot: () => snapshot,
				async append(entry) {
					const known = snapshot.lineage === "" ? { ...snapshot, lineage: ulid() } : snapshot;
					snapshot = fold(known, entry);
				},
				async close() {
					held = false;
				},
			};
		},
	};
}
