import { randomBytes, randomInt } from "node:crypto";
import { StopFault } from "../../model/fault.ts";
import { askDeviceCode, waitForDevice } from "../../service/platforms/device-grant.ts";
import {
	authorizeUrl,
	type Grant,
	type OAuthClient,
	type OAuthTools,
	redeemCode,
} from "../../service/platforms/oauth.ts";
import { newVerifier } from "../../service/platforms/pkce.ts";
import { systemClock } from "../../system/clock.ts";
import { printable } from "../../system/run.ts";
import { listenForCode } from "./loopback.ts";
import { codeIn } from "./redirect.ts";

/** What a person is shown, and asked. */
export interface Person {
	/** A page to open; a code to type there with `--device`. */
	readonly show: (page: { readonly url: string; readonly code?: string }) => void;
	/** The address that the page led to. Undefined: nothing was typed. */
	readonly paste: () => Promise<string | undefined>;
}

/** By what a platform is asked for a grant. */
export interface GrantAsking extends OAuthTools {
	readonly client: OAuthClient;
	readonly person: Person;
}

/** By a page that leads back to this machine. */
export async function grantByLoopback({ client, person, ...tools }: GrantAsking): Promise<Grant> {
	const state = randomBytes(32).toString("base64url");
	const verifier = newVerifier();
	const listener = await listenForCode(state, client.urls.redirect);
	tools.signal.addEventListener("abort", listener.close, { once: true });
	try {
		const { redirectUri } = listener;
		person.show({ url: authorizeUrl(client, { redirectUri, state, verifier }) });
		return await redeemCode(client, { code: await listener.code, redirectUri, verifier }, tools);
	} finally {
		listener.close();
	}
}

/** By the address that a person brings back from a browser elsewhere: there nothing answers it. */
export async function grantByPaste({ client, person, ...tools }: GrantAsking): Promise<Grant> {
	const state = randomBytes(32).toString("base64url");
	const verifier = newVerifier();
	const redirect = new URL(client.urls.redirect);
	if (redirect.port === "") redirect.port = String(randomInt(49_152, 65_536));
	const redirectUri = redirect.href;
	person.show({ url: authorizeUrl(client, { redirectUri, state, verifier }) });
	const pasted = (await person.paste())?.trim() ?? "";
	if (!URL.canParse(pasted))
		throw new StopFault("No address was pasted.", {
			remedy: "Paste the whole address that the browser shows after allowing: http://127.0.0.1:…",
		});
	return redeemCode(client, { code: codeIn(new URL(pasted), state), redirectUri, verifier }, tools);
}

/** By a code that a person types on any device. */
export async function grantByDevice({ client, person, ...tools }: GrantAsking): Promise<Grant> {
	const code = await askDeviceCode(client, tools);
	person.show({ url: printable(code.page, 500), code: printable(code.userCode, 60) });
	return waitForDevice(client, code, { ...tools, sleep: (ms, signal) => systemClock.sleep(ms, signal) });
}
