import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";

interface Hearing {
	/** Hears of each request. */
	readonly heard?: (asked: IncomingMessage) => void;
	/** Whether the answer to a request, which was executed, gets lost. Absent: none does. */
	readonly isLost?: (asked: IncomingMessage) => boolean;
}

/** A server that passes everything on to another one. */
export async function startBetween(server: string, { heard, isLost }: Hearing) {
	const between = createServer((asked, answer) => {
		heard?.(asked);
		const { method, headers, url = "" } = asked;
		const onward = request(new URL(url, server), { method, headers }, (came) => {
			if (isLost?.(asked)) return void came.resume().on("end", () => answer.destroy());
			answer.writeHead(came.statusCode ?? 502, came.headers);
			came.pipe(answer);
		});
		onward.on("error", () => answer.destroy());
		asked.pipe(onward);
	}).listen(0, "127.0.0.1");
	await once(between, "listening");
	return {
		url: `http://127.0.0.1:${(between.address() as AddressInfo).port}`,
		close() {
			between.close();
			between.closeAllConnections();
		},
	};
}
