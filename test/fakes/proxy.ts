import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

/** A proxy that carries every connection to one port of this machine, whatever host was asked for. */
export interface FakeProxy {
	readonly url: string;
	/** What came, in order: `CONNECT host:port`, or the method and address of a request to be forwarded. */
	readonly asked: string[];
	/** The `proxy-authorization` of each. */
	readonly keys: (string | undefined)[];
}

/** How the proxy behaves. `answer`: its whole answer to CONNECT. */
export interface ProxyBehaviour {
	readonly port: number;
	readonly answer?: string;
}

const CARRIED = "HTTP/1.1 200 Connection established\r\n\r\n";

/**
 * Runs a test beside a proxy that `http_proxy`, `https_proxy` and nothing else name; all is put back
 * afterwards.
 */
export async function withProxy(
	{ port, answer = CARRIED }: ProxyBehaviour,
	test: (proxy: FakeProxy) => Promise<void>,
): Promise<void> {
	const sockets = new Set<Socket>();
	const keep = (socket: Socket) =>
		sockets.add(socket.on("error", () => {}).on("close", () => sockets.delete(socket)));
	const note = ({ method, url, headers }: IncomingMessage) => {
		proxy.asked.push(`${method} ${url}`);
		proxy.keys.push(headers["proxy-authorization"]);
	};
	const server = createServer((request, response) => {
		note(request);
		response.writeHead(200).end("{}");
	});
	server.on("connection", keep).on("connect", (request: IncomingMessage, socket: Socket, head: Buffer) => {
		note(request);
		if (answer !== CARRIED) return void socket.end(answer);
		const onward = connect(port, "127.0.0.1", () => {
			socket.write(CARRIED);
			onward.write(head);
			onward.pipe(socket).pipe(onward);
		});
		keep(onward);
		onward.on("close", () => socket.destroy());
		socket.on("close", () => onward.destroy());
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address() as AddressInfo;
	const proxy: FakeProxy = { url: `http://127.0.0.1:${address.port}`, asked: [], keys: [] };
	const before = setProxies({ http_proxy: `http://me:s%40crit@127.0.0.1:${address.port}` });
	try {
		await test(proxy);
	} finally {
		setProxies(before);
		for (const socket of sockets) socket.destroy();
		server.close();
	}
}

type Proxies = Readonly<Record<string, string | undefined>>;

/** Sets the variables, and gives back what they were. */
function setProxies(wanted: Proxies): Proxies {
	const before = Object.fromEntries(Object.keys(wanted).map((name) => [name, process.env[name]]));
	for (const [name, value] of Object.entries(wanted)) {
		if (value === undefined) delete process.env[name];
		else process.env[name] = value;
	}
	return before;
}
