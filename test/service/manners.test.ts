import { once } from "node:events";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { StopFault } from "../../src/model/fault.ts";
import { startService } from "../../src/service/embedded.ts";
import { type World, withWorld } from "./world.ts";

const manners = suite("slow and many connections");

/** Sends a head and a part of a body, and gives the status and words that are answered. */
function slowly(world: World, method: string, path: string): Promise<[number, string, string | undefined]> {
	return new Promise((settle, reject) => {
		const headers = {
			authorization: `Bearer ${world.service.apiKey.reveal()}`,
			"content-type": "application/json",
			"x-service-api-version": "v2",
			"if-match": "*",
			"content-length": "1000",
		};
		const sent = request(`${world.service.url}${path}`, { method, headers, timeout: 300_000 }, (response) => {
			let text = "";
			response.setEncoding("utf8");
			response.on("data", (piece: string) => {
				text += piece;
			});
			response.on("end", () => {
				settle([response.statusCode ?? 0, text, response.headers.connection]);
				sent.destroy();
			});
		});
		sent.on("error", reject);
		sent.on("timeout", () => sent.destroy(new Error("no answer")));
		sent.write("{");
	});
}

manners("a body that is not sent in time is 408, and its connection is closed", () =>
	withWorld({ bodyMs: 50 }, async (world) => {
		for (const path of [
			"/api/v2/clips",
			"/api/v2/clips/export",
			"/api/v2/social-media/publish",
			"/api/v2/social-media/oauth/youtube",
			"/api/v2/upload/single-file",
		]) {
			const [status, text, connection] = await slowly(world, "POST", path);
			assert.equal(
				[status, JSON.parse(text).message, connection],
				[408, "The body took longer than 0.05 s.", "close"],
				path,
			);
		}
	}),
);

manners("nothing waits for the body of a request that leads nowhere", () =>
	withWorld({ bodyMs: 60_000 }, async (world) => {
		assert.is((await slowly(world, "POST", "/connect/01ARZ3NDEKTSV4RRFFQ69G5FAV"))[0], 404);
		assert.is((await slowly(world, "PATCH", "/api/v2/social-media/publish/x"))[0], 404);
		assert.is((await slowly(world, "PUT", "/upload/x/video"))[0], 403);
		assert.is((await slowly(world, "POST", "/api/v2/nothing"))[0], 404);
		assert.is((await slowly(world, "DELETE", "/api/v2/clips"))[0], 405);
	}),
);

async function connected(world: World): Promise<Socket> {
	const { hostname, port } = new URL(world.service.url);
	const socket = connect(Number(port), hostname);
	socket.on("error", () => undefined);
	await once(socket, "connect");
	return socket;
}

manners("connections without a request make way for others where there is no more room", () =>
	withWorld({ connections: 3 }, async (world) => {
		const first = await connected(world);
		const more = [first, await connected(world), await connected(world), await connected(world)];
		if (!first.closed) await once(first, "close");
		assert.is((await world.call("GET", "/api/v2/social-media/accounts")).status, 200);
		for (const socket of more) socket.destroy();
	}),
);

manners(
	"more requests than there may be connections are closed, and others are served again after them",
	() =>
		withWorld({ connections: 3, bodyMs: 60_000 }, async (world) => {
			const busy = async (): Promise<Socket> => {
				const socket = await connected(world);
				const key = world.service.apiKey.reveal();
				const head = `host: ${new URL(world.service.url).host}\r\nauthorization: Bearer ${key}\r\ncontent-length: 9`;
				const more = "content-type: application/json\r\nx-service-api-version: v2\r\nexpect: 100-continue";
				socket.write(`POST /api/v2/clips HTTP/1.1\r\n${head}\r\n${more}\r\n\r\n`);
				await once(socket, "data");
				return socket;
			};
			const kept = [await busy(), await busy(), await busy()];
			const surplus = await connected(world);
			if (!surplus.closed) await once(surplus, "close");
			for (const socket of kept) socket.destroy();
			await Promise.all(kept.map((socket) => socket.closed || once(socket, "close")));
			let status = 0;
			for (let tries = 0; status === 0 && tries < 50; tries += 1)
				status = await world.call("GET", "/api/v2/social-media/accounts").then(
					(answer) => answer.status,
					() => new Promise<number>((settle) => setTimeout(() => settle(0), 20)),
				);
			assert.is(status, 200);
		}),
);

manners.run();

const starts = suite("why a service does not start");

async function faultOf(start: Promise<unknown>): Promise<StopFault> {
	const error = await start.then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	assert.instance(error, StopFault);
	return error as StopFault;
}

starts("an address that is taken says how to choose another", () =>
	withWorld({}, async (world) => {
		const port = Number(new URL(world.service.url).port);
		const data = `${world.folder}/other`;
		const fault = await faultOf(
			startService({ ...world.options, data, listen: { host: "127.0.0.1", port } }),
		);
		assert.equal(
			[fault.message, fault.remedy],
			[
				`The service cannot listen on 127.0.0.1:${port} (EADDRINUSE).`,
				"Another program listens there: end it, or choose another port with --port (0: any free one).",
			],
		);
	}),
);

starts("an address that is not of this machine says which would do", () =>
	withWorld({}, async (world) => {
		const data = `${world.folder}/other`;
		const fault = await faultOf(
			startService({ ...world.options, data, listen: { host: "192.0.2.1", port: 0 } }),
		);
		assert.equal(
			[fault.message, fault.remedy],
			[
				"The service cannot listen on 192.0.2.1:0 (EADDRNOTAVAIL).",
				"This machine has no such address: choose another with --host, for example 127.0.0.1.",
			],
		);
	}),
);

starts.run();
