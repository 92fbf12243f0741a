import { randomBytes } from "node:crypto";
import type { WireOAuth } from "../../wire/messages.gen.ts";
import { WIRE_PLATFORMS, type WirePlatform } from "../../wire/names.ts";
import { AUTH_URL_MS } from "../consent/connection-link.ts";
import type { Core } from "../core.ts";
import { createOnce } from "../http/create-once.ts";
import type { Handler } from "../http/exchange.ts";
import { originOf } from "../http/origin.ts";
import { Refusal } from "../refusal.ts";
import type { ConnectionRecord } from "../store/shapes.ts";

/** Interface 4.1: a page, usable once, on which an account is named and allowed or refused. */
export const startConnection: Handler = (core, exchange) =>
	createOnce(core, exchange, {
		check: () => platformOf(exchange.req.param("platform") ?? ""),
		create: async (id, platform) => {
			const state = randomBytes(16).toString("hex");
			const connection: ConnectionRecord = {
				format: 1,
				id,
				createdAt: core.options.clock.now(),
				platform,
				state,
			};
			await core.connections.put(connection);
			return authorization(core, connection, originOf(core, exchange));
		},
		find: async (id) => {
			const connection = await core.connections.get(id);
			return connection && authorization(core, connection, originOf(core, exchange));
		},
	});

function platformOf(name: string): WirePlatform {
	const platform = WIRE_PLATFORMS.find((each) => each === name);
	if (!platform) throw new Refusal(422, `platform must be one of ${WIRE_PLATFORMS.join(", ")}.`);
	return platform;
}

function authorization(core: Core, { id, state }: ConnectionRecord, origin: string): WireOAuth {
	return { auth_url: `${origin}${core.signer.sign(`/connect/${id}`, AUTH_URL_MS)}&state=${state}`, state };
}
