import type { ApiPlatform, PlatformApp } from "../../model/platform-app.ts";
import type { Clock } from "../../system/clock.ts";
import type { Destination } from "../delivery/destination.ts";
import type { TokenSource } from "../delivery/token-source.ts";
import type { ServiceOptions } from "../options.ts";
import type { Grant, OAuthClient, OAuthDialect, OAuthTools } from "./oauth.ts";
import type { PlatformCredential } from "./platform-credential.ts";

/** A platform whose accounts are connected by an app of the operator, and posted to by this service. */
export interface Platform {
	readonly name: ApiPlatform;
	/** As people know it. */
	readonly title: string;
	/** Whose page asks a person: mostly the platform. */
	readonly asker: string;
	/** What an account is called there, such as `channel`; several are that with an `s`. */
	readonly noun: string;
	readonly oauth: OAuthDialect;
	/** Throws `StopFault` where a person did not allow what posting takes. */
	checkScopes(grant: Pick<Grant, "scopes">): void;
	/** Trades what consent gave for what lives longer. Absent: it is kept as it is. */
	trade?(client: OAuthClient, grant: Grant, tools: OAuthTools): Promise<Grant>;
	/** The accounts that a grant is good for. Throws a `Fault` where there is none. */
	identities(client: OAuthClient, grant: Grant, tools: OAuthTools): Promise<readonly PlatformIdentity[]>;
	/** Ends what was granted. Rejects where the platform did not hear of it. */
	revoke(client: OAuthClient, kept: KeptTokens, tools: OAuthTools): Promise<void>;
	/** What is told after an account was disconnected: sentences. */
	readonly revoked: { readonly yes: string; readonly no: string };
	/** What a person allows, said before it is asked for. Ends with a line break. */
	whatItAllows(app: PlatformApp): string;
	/** What the operator does there once, with the lines for the settings. */
	readonly appSteps: string;
	/** Posts to connected accounts. Undefined: nothing says how. */
	openDestination(parts: DestinationParts): Destination | undefined;
}

/** The tokens of a connection. */
export type KeptTokens = Pick<PlatformCredential, "accessToken" | "refreshToken">;

/** Who a person is at a platform. */
export interface PlatformIdentity {
	/** Stable for good; letters, digits, `_` and `-`: it names files and stands in requests. */
	readonly id: string;
	readonly title: string;
	/** Without the `@`. */
	readonly handle?: string;
	/** By which this account is posted to, where that is not the grant it was found by. */
	readonly grant?: Grant;
}

/** What destinations of platforms are made of. */
export interface DestinationParts {
	readonly tokens: TokenSource;
	/** The app of the platform. Undefined: the settings name none. */
	readonly client: OAuthClient | undefined;
	readonly settings: ServiceOptions["platforms"];
	/** Folder of this user in which is counted what was used of quotas. */
	readonly counts: string;
	readonly clock: Clock;
}
