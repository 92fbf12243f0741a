import { isApiPlatform } from "../../model/platform-app.ts";
import { WIRE_LIMITS, type WirePlatform } from "../../wire/names.ts";
import { decideConnection } from "../connections.ts";
import { type Core, workersOf } from "../core.ts";
import { PAGE_HEADERS } from "../http/html-page.ts";
import { sameText } from "../links.ts";
import { credentialOf, readGrant } from "../platforms/granted.ts";
import { identityWanted, keepConnection } from "../platforms/keep-connection.ts";
import { authorizeUrl, redeemCode } from "../platforms/oauth.ts";
import { clientOf, PLATFORMS, type PlatformClient } from "../platforms/platforms.ts";
import { Refusal } from "../refusal.ts";
import type { ConnectionRecord } from "../store/shapes.ts";
import { isOver } from "./connection-link.ts";
import type { ConsentOutcome } from "./pages.ts";

/** Where platforms lead back to. */
export const CALLBACK = "/connect/:platform/callback";
/** The address of the page holds a code. */
export const CALLBACK_HEADERS = { ...PAGE_HEADERS, "Referrer-Policy": "no-referrer" } as const;

/** By what accounts of a platform are connected. Undefined: they are folders of the outbox. */
export function clientFor(
	{ options, credentials }: Core,
	platform: WirePlatform,
): PlatformClient | undefined {
	if (!isApiPlatform(platform) || !credentials) return undefined;
	const app = options.apps?.[platform];
	return app && clientOf(app, platform);
}

/** Leads to the page of the platform. Everything that proves the answer is made of this service's own key. */
export function toPlatform(core: Core, client: PlatformClient, { id }: ConnectionRecord): Response {
	const url = authorizeUrl(client, {
		redirectUri: redirectUri(core, client),
		state: `${id}.${core.signer.proof(`oauth\n${id}`)}`,
		verifier: verifierOf(core, id),
	});
	return new Response(null, { status: 302, headers: { ...CALLBACK_HEADERS, Location: url } });
}

/** What came of the page of `platform`, with the parameters that it led back with. */
export async function answerOfPlatform(
	core: Core,
	{ state = "", code = "", error = "", ...answer }: Readonly<Record<string, string>>,
): Promise<ConsentOutcome> {
	const [id = "", proof = ""] = state.split(".");
	if (!sameText(core.signer.proof(`oauth\n${id}`), proof)) return { kind: "forged" };
	// Asking the platform takes a while, in which other requests go on: a second answer waits for none.
	const platform = (await core.connections.get(id))?.platform;
	if (platform === undefined) return { kind: "unknown" };
	// The code of one platform is shown to no other.
	if (answer.platform !== platform) return { kind: "forged" };
	if (answering.has(id)) return { kind: "used", platform };
	answering.add(id);
	try {
		return await decide(core, id, { code, error });
	} finally {
		answering.delete(id);
	}
}

const answering = new Set<string>();

async function decide(
	core: Core,
	id: string,
	{ code, error }: Readonly<Record<"code" | "error", string>>,
): Promise<ConsentOutcome> {
	workersOf(core);
	const connection = await core.connections.get(id);
	if (connection === undefined) return { kind: "unknown" };
	const { platform } = connection;
	if (connection.decision) return { kind: "used", platform };
	if (isOver(core, connection)) return { kind: "expired", platform };
	if (error === "access_denied") {
		await decideConnection(core, connection, { decision: "refused", now: core.options.clock.now() });
		return { kind: "refused", platform };
	}
	if (code === "") throw new Refusal(422, "The platform's answer holds no code.");
	return allowed(core, connection, code);
}

/** The connection costs units once its tokens are kept (interface 8). */
async function allowed(core: Core, connection: ConnectionRecord, code: string): Promise<ConsentOutcome> {
	const { platform, id } = connection;
	const { clock, noteAlias = async () => {} } = core.options;
	const [client, { credentials, accounts: book }] = [clientFor(core, platform), core];
	if (client === undefined || credentials === undefined) return { kind: "unknown" };
	const tools = { now: clock.now, signal: new AbortController().signal };
	const redeemed = { code, redirectUri: redirectUri(core, client), verifier: verifierOf(core, id) };
	const { identities, grant } = await readGrant(client, await redeemCode(client, redeemed, tools), tools);
	const identity = identityWanted(identities, undefined);
	if (identity === undefined)
		throw new Refusal(
			422,
			`The answer is good for several ${PLATFORMS[client.platform].noun}s: connect on the machine that serves, with --username.`,
		);
	const credential = credentialOf(client, grant, identity);
	const now = clock.now();
	const { username, renewed } = await keepConnection(
		{ book, credentials, noteAlias },
		{ identity, credential, at: now },
	);
	await decideConnection(core, connection, { decision: "allowed", username, now });
	const units = WIRE_LIMITS.connectUnits;
	return { kind: renewed ? "reconnected" : "connected", platform, username, units };
}

function redirectUri({ options, base }: Core, { platform }: PlatformClient): string {
	return `${options.publicUrl ?? base.url ?? ""}${CALLBACK.replace(":platform", platform)}`;
}

function verifierOf({ signer }: Core, id: string): string {
	return signer.proof(`pkce\n${id}`);
}
