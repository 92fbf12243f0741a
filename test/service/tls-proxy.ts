import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent } from "undici";

/** A reverse proxy that ends TLS under another host name, as a web server in front does. */
export interface TlsProxy {
	/** `https://clips.example.test:PORT`, without a trailing slash. */
	readonly url: string;
	/** What clients ask through: it knows the name and the certificate. */
	readonly agent: Agent;
	/** Where requests go. */
	target: string;
	close(): Promise<void>;
}

const NAME = "clips.example.test";

/** `host: "kept"` passes the client's Host on, `"own"` names the target instead, as nginx does by itself. */
export async function openTlsProxy({ host }: { readonly host: "kept" | "own" }): Promise<TlsProxy> {
	const certificate = selfSigned();
	const server = createServer(certificate, (incoming, answer) => pass({ ...proxy, host }, incoming, answer));
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	const agent = new Agent({
		connect: {
			ca: certificate.cert,
			lookup: (_name, { all }, done) =>
				all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4),
		},
	});
	const proxy: TlsProxy = {
		url: `https://${NAME}:${port}`,
		agent,
		target: "",
		close: async () => {
			await agent.close();
			server.closeAllConnections();
			await new Promise<void>((closed) => server.close(() => closed()));
		},
	};
	return proxy;
}

function pass(
	{ target, host }: { readonly target: string; readonly host: "kept" | "own" },
	incoming: IncomingMessage,
	answer: ServerResponse,
): void {
	const { hostname, port, host: own } = new URL(target);
	const forwarded = {
		"x-forwarded-for": "203.0.113.9",
		"x-forwarded-proto": "https",
		"x-forwarded-host": incoming.headers.host,
	};
	const headers = { ...incoming.headers, ...forwarded, host: host === "own" ? own : incoming.headers.host };
	const asked = { hostname, port, method: incoming.method, path: incoming.url, headers };
	const passed = request(asked, (given) => {
		answer.writeHead(given.statusCode ?? 502, given.headers);
		given.pipe(answer);
	});
	passed.on("error", () => answer.destroy());
	incoming.pipe(passed);
}

function selfSigned(): { readonly key: Buffer; readonly cert: Buffer } {
	const folder = mkdtempSync(join(tmpdir(), "showrun-tls-"));
	const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
	const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
	const named = ["-subj", `/CN=${NAME}`, "-addext", `subjectAltName=DNS:${NAME}`];
	execFileSync("openssl", ["req", "-x509", ...curve, "-keyout", key, "-out", cert, "-days", "2", ...named], {
		stdio: "ignore",
	});
	const made = { key: readFileSync(key), cert: readFileSync(cert) };
	rmSync(folder, { recursive: true });
	return made;
}
