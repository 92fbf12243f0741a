/** One service under several addresses. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { suite } from "uvu";
import { addSituations, type Rows, TAKEN } from "./rows.ts";
import { ACME, type World } from "./world.ts";

const rows: Rows = {
	"the service has another address, and another workspace posts": [
		(world) => afterMove(world, async (apply) => apply("b")),
		{ posts: 1, said: /If (\S+) is the same service as (\S+): showrun services same \2 \1\./ },
	],
	"and a person says that it is the same service": [
		(world) => afterMove(world, async (apply, address) => said({ world, as: "same", address }, apply)),
		{ posts: 1, said: TAKEN },
	],
	"the same, and the account was renamed since": [
		(world) =>
			afterMove(world, async (apply, address) => {
				await world.accounts({ ...ACME, handle: "AcmeTwo" });
				return said({ world, as: "same", address }, () => apply("b", "AcmeTwo"));
			}),
		{ posts: 1, said: TAKEN },
	],
	"and a person says that it is another service": [
		(world) => afterMove(world, async (apply, address) => said({ world, as: "other", address }, apply)),
		{ posts: 2, twice: true, said: /1 published/ },
	],
	"another address that has other accounts": [
		(world) =>
			afterMove(world, async (apply) => {
				await world.accounts({ ...ACME, id: "acc-7", handle: "Other" });
				return apply("b", "Other");
			}),
		{ posts: 2, said: /1 published/ },
	],
	"words about addresses that nobody posted through": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			await world.run(folder, ["services", "same", "clips.example.com", "https://b.example.com"]);
			return world.run(folder, ["services", "same", "https://a.example.com", "https://b.example.com"]);
		},
		{ posts: 1, said: /Nothing was posted through `https:\/\/a\.example\.com`/ },
	],
};

type Apply = (workspace: string, handle?: string) => ReturnType<World["apply"]>;

/** Posts once, then works with the same service behind another port. */
async function afterMove(
	world: World,
	work: (apply: Apply, address: string) => ReturnType<World["apply"]>,
): ReturnType<World["apply"]> {
	await world.posted(world.workspace("a"));
	const { port, hostname, pathname, origin } = new URL(world.url);
	const server = createServer((socket) => {
		const onward = connect(Number(port), hostname);
		for (const each of [socket, onward]) each.on("error", () => [socket, onward].map((one) => one.destroy()));
		socket.pipe(onward).pipe(socket);
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	try {
		const env = { SHOWRUN_SERVICE_URL: `${address}${pathname}` };
		const apply: Apply = (name, handle = ACME.handle) =>
			world.apply(world.workspace(name, { handle }), { env });
		return await work(apply, `${origin} ${address}`);
	} finally {
		server.close();
	}
}

/** After a person's word on two addresses, with a blank between them. */
async function said(
	{ world, as, address }: { readonly world: World; readonly as: string; readonly address: string },
	apply: Apply,
) {
	await world.run(world.workspace("b"), ["services", as, ...address.split(" ")]);
	return apply("b");
}

const situations = suite("situations of services");
await addSituations(situations, rows);
situations.run();
