import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { Secret } from "../model/secret.ts";
import { readIfThere, writePrivate } from "../system/private.ts";
import { sameText } from "./links.ts";
import type { RunningService } from "./options.ts";
import { proofOf } from "./routes/prove-owner.ts";
import { jsonObject } from "./store/json.ts";

const ANSWER_MS = 2_000;
const ANSWER_BYTES = 4_096;

/** Tells other processes of this user where the owner of the data folder is, and the local key to it. */
export async function writeOwner(
	data: string,
	owner: { readonly url: string; readonly key: Secret },
): Promise<void> {
	await writePrivate(
		ownerPath(data),
		`${JSON.stringify({ format: 1, url: owner.url, key: owner.key.reveal(), pid: process.pid })}\n`,
	);
}

/** Takes the note away that a killed process left. */
export async function removeOwner(data: string): Promise<void> {
	await rm(ownerPath(data), { force: true });
}

/** The same for this process's own: another one that serves may have put its own in place. */
export async function removeOwnNote(data: string): Promise<void> {
	const note = jsonObject((await readIfThere(ownerPath(data))) ?? "");
	if (note?.pid === process.pid) await removeOwner(data);
}

/**
 * The service of the process that owns the folder, where it answers. The key is shown only to who proves to
 * be that process.
 */
export async function findOwner(data: string): Promise<RunningService | undefined> {
	const note = jsonObject((await readIfThere(ownerPath(data))) ?? "");
	if (typeof note?.url !== "string" || typeof note.key !== "string") return undefined;
	const key = new Secret(note.key);
	const challenge = randomBytes(16).toString("hex");
	const proof = await askForProof(`${note.url}/owner?challenge=${challenge}`).catch(() => undefined);
	if (proof === undefined || !sameText(proof, proofOf(key, challenge))) return undefined;
	return { url: note.url, apiKey: key, close: async () => undefined };
}

function ownerPath(data: string): string {
	return join(data, "owner.json");
}

function askForProof(url: string): Promise<string | undefined> {
	return new Promise((settle, reject) => {
		const request = get(url, { agent: false, signal: AbortSignal.timeout(ANSWER_MS) }, (response) => {
			let text = "";
			response.setEncoding("utf8");
			response.on("data", (piece: string) => {
				text += piece;
				if (text.length > ANSWER_BYTES) request.destroy(new Error("the answer is too long"));
			});
			response.on("end", () => settle(proofIn(text)));
			response.on("error", reject);
		});
		request.on("error", reject);
	});
}

function proofIn(text: string): string | undefined {
	const data: unknown = jsonObject(text)?.data;
	return typeof data === "object" && data !== null && "proof" in data && typeof data.proof === "string"
		? data.proof
		: undefined;
}
