/** Fetches what `video_url` names, from this machine only. */
import { createHash } from "node:crypto";
import type { Container } from "./model.ts";

export function pull(url: string, container: Container, done: (sha256: string) => void): void {
	download(url).then(
		(bytes) => {
			container.size = bytes.length;
			container.received = bytes.length;
			container.sha256 = createHash("sha256").update(bytes).digest("hex");
			done(container.sha256);
		},
		() => {
			container.readyAt = 0;
			container.error = "2207052";
		},
	);
}

async function download(url: string): Promise<Buffer> {
	if (new URL(url).hostname !== "127.0.0.1") throw new Error("there is no internet");
	const response = await fetch(url, { redirect: "error" });
	if (!response.ok) throw new Error(`${response.status}`);
	return Buffer.from(await response.arrayBuffer());
}
