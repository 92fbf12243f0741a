import { StopFault } from "../../model/fault.ts";
import { askPlatform, PlatformFault } from "./ask-platform.ts";
import { checked, type Grant, type OAuthClient, OAuthRefusal, type OAuthTools, tokenFor } from "./oauth.ts";

/** What a person types at the platform, on any device (RFC 8628). */
export interface DeviceCode {
	/** For the person. */
	readonly userCode: string;
	readonly page: string;
	/** Epoch milliseconds. */
	readonly expiresAt: number;
	/** Between two questions, in milliseconds. */
	readonly everyMs: number;
	/** For this program alone. */
	readonly deviceCode: string;
}

const GRANT_TYPE = "urn:ietf:params:oauth:grant-type:device_code";
const EVERY_S = 5;
const LIVES_S = 1800;
/** What `slow_down` adds (RFC 8628 3.5). Milliseconds. */
const SLOWER_MS = 5_000;

/** Asks for a code to type. Throws `StopFault` where the platform knows none. */
export async function askDeviceCode(
	{ clientId, urls: { device: url }, oauth, scopes = oauth.scopes }: OAuthClient,
	{ now, signal }: OAuthTools,
): Promise<DeviceCode> {
	if (url === undefined)
		throw new StopFault("This platform has no codes to type on another device.", {
			remedy: "Use --paste: it takes the address that the page led to.",
		});
	const asked = now();
	const form = { [oauth.clientName]: clientId, scope: scopes.join(oauth.separator) };
	const json = checked(await askPlatform({ url, form }, signal), url);
	const { device_code: deviceCode, user_code: userCode } = json;
	const page = json.verification_url ?? json.verification_uri;
	if (typeof deviceCode !== "string" || typeof userCode !== "string" || typeof page !== "string")
		throw new PlatformFault("The platform's answer holds no code to type.");
	const seconds = (value: unknown, usual: number) => (Number(value) > 0 ? Number(value) : usual);
	return {
		...{ deviceCode, userCode, page },
		expiresAt: asked + seconds(json.expires_in, LIVES_S) * 1000,
		everyMs: seconds(json.interval, EVERY_S) * 1000,
	};
}

/** Asks until the person has answered. Throws `OAuthRefusal` where they refused, or did not in time. */
export async function waitForDevice(
	client: OAuthClient,
	{ deviceCode, expiresAt, everyMs }: DeviceCode,
	{ sleep, ...tools }: OAuthTools & { readonly sleep: (ms: number, signal: AbortSignal) => Promise<void> },
): Promise<Grant> {
	let pause = everyMs;
	while (tools.now() < expiresAt) {
		await sleep(pause, tools.signal);
		try {
			return await tokenFor(client, { grant_type: GRANT_TYPE, device_code: deviceCode }, tools);
		} catch (error) {
			const code = error instanceof OAuthRefusal ? error.code : undefined;
			if (code === "slow_down") pause += SLOWER_MS;
			// An answer that was lost is asked for again.
			else if (code !== "authorization_pending" && !(error instanceof PlatformFault)) throw error;
		}
	}
	throw new OAuthRefusal("expired_token", "the code was not typed in time");
}
