import { type Running, start, until } from "./program.ts";

/** Shared by a server and its clients. */
export const KEY = { SHOWRUN_API_KEY: "journey-key-3f9a" };

/** A server of its own. */
export interface Server {
	readonly running: Running;
	readonly url: string;
}

/** Starts `showrun serve` on a folder and waits until it answers to its address. Port 0: any free one. */
export async function serve(cwd: string, port = 0): Promise<Server> {
	const running = start(["serve", "--port", String(port)], { cwd, env: KEY, limitMs: 600_000 });
	const address = () => /Serving on (http:\S+)\n/.exec(running.said())?.[1];
	await until(() => address() !== undefined, { running });
	return { running, url: address() ?? "" };
}

/** Starts it again where it was, as whoever looks after a server does. */
export function again(cwd: string, { url }: Server): Promise<Server> {
	return serve(cwd, Number(new URL(url).port));
}

/** Uses a server and ends it. */
export async function withServer<Result>(
	cwd: string,
	use: (server: Server) => Promise<Result>,
): Promise<Result> {
	const server = await serve(cwd);
	try {
		return await use(server);
	} finally {
		server.running.kill("SIGTERM");
		await server.running.ended;
	}
}
