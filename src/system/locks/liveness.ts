import { dirname } from "node:path";
import { ownIdentity, processState } from "../process-identity.ts";
import { fileSystemOf, isLocalName } from "./file-system.ts";
import type { LockHolder } from "./holder.ts";
import { askSocket } from "./socket.ts";

/** Why it cannot be told from here whether a holder is alive, so that a person has to say. */
export type Doubt =
	| { readonly as: "shared-disk"; readonly fileSystem: string }
	| {
			readonly as:
				| "another-machine"
				| "no-machine-id"
				| "another-container"
				| "no-boot-id"
				| "earlier-version";
	  };

/** Whether a holder is alive; age never counts, because a stopped process may wake up. */
export type Liveness = "alive" | "dead" | Doubt;

/**
 * Whether the holder of the lock at `path` is alive. A socket that accepts is proof of life anywhere. On this
 * boot the process number decides where it means the same here, else the socket; a holder of another boot is
 * dead where this machine alone can have the disk mounted.
 */
export async function livenessOf(path: string, holder: LockHolder): Promise<Liveness> {
	const own = await ownIdentity();
	const { isLocal, name } = fileSystemOf(dirname(path));
	const isThisBoot = own.bootId !== "" && holder.bootId === own.bootId;
	const isComparable =
		isThisBoot && holder.pidNamespace === own.pidNamespace && (isLocal || holder.host === own.host);
	const state = isComparable ? await processState(holder) : "untold";
	if (state === "running") return "alive";
	const answer = await askSocket(path, holder);
	if (answer === "accepts") return "alive";
	if (state === "gone") return "dead";
	if (!isLocal) return { as: "shared-disk", fileSystem: name };
	if (isThisBoot) return answer === "refuses" ? "dead" : { as: "another-container" };
	return elsewhere(holder, own) ?? "dead";
}

/** What keeps a holder of another boot from being proved dead. Undefined: nothing does. */
function elsewhere(
	{ bootId, machineId, fileSystem }: LockHolder,
	own: { readonly bootId: string; readonly machineId?: string },
): Doubt | undefined {
	if (machineId === undefined || fileSystem === undefined) return { as: "earlier-version" };
	if (own.machineId === undefined || own.machineId === "") return { as: "no-machine-id" };
	if (machineId !== own.machineId) return { as: machineId === "" ? "no-machine-id" : "another-machine" };
	if (!isLocalName(fileSystem)) return { as: "shared-disk", fileSystem };
	return own.bootId === "" || bootId === "" ? { as: "no-boot-id" } : undefined;
}

/** A doubt in words, as sentences. */
export function sayDoubt(doubt: Doubt): string {
	return `It cannot be told from here whether that run is still alive: ${reasonOf(doubt)}`;
}

function reasonOf(doubt: Doubt): string {
	return doubt.as === "shared-disk"
		? `the lock is on a file system that other machines may share (${doubt.fileSystem || "unknown"}).`
		: DOUBTS[doubt.as];
}

const DOUBTS: Readonly<Record<Exclude<Doubt["as"], "shared-disk">, string>> = {
	"another-machine": "it was on another machine.",
	"no-machine-id":
		"the machine may have been another one, as /etc/machine-id is missing here or was missing there " +
		"(containers: mount it, read-only).",
	"another-container": "it was in another container and left no socket beside the lock.",
	"no-boot-id": "this system does not tell one boot from another.",
	"earlier-version": "an earlier version of showrun took the lock, before a restart or on another machine.",
};
