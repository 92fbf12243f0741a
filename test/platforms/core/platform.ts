import type { IncomingHttpHeaders } from "node:http";
import type { Answer } from "./answer.ts";
import type { Canaries } from "./canaries.ts";
import type { Clock } from "./clock.ts";
import type { Log } from "./log.ts";
import type { TokenBook } from "./tokens.ts";

export const PLATFORMS = ["youtube", "twitter", "linkedin", "instagram", "facebook", "tiktok"] as const;
export type PlatformName = (typeof PLATFORMS)[number];

/** A request as it came. */
export interface Arrived {
	/** Name of the route. */
	readonly route: string;
	readonly method: string;
	/** Of the fake, as the client wrote it: `http://127.0.0.1:PORT`. */
	readonly origin: string;
	/** Path and query, verbatim. */
	readonly target: string;
	/** What the groups of the route's path matched, not decoded. */
	readonly params: Readonly<Record<string, string>>;
	readonly query: URLSearchParams;
	readonly headers: IncomingHttpHeaders;
	readonly body: Buffer;
	/** Undefined, or the value of the quirk that a fault asks of this request. */
	readonly quirk: (name: string) => number | undefined;
}

export type BodyKind = "none" | "json" | "form" | "multipart" | RegExp;

export interface Route {
	/** `youtube.insert`: what faults name. */
	readonly name: string;
	/** The real one. */
	readonly host: string;
	readonly method: string;
	/** Matches the whole path. */
	readonly path: RegExp;
	/** The `action` that a query must have for this route. */
	readonly action?: string;
	/** The only parameters a query may have. */
	readonly query?: readonly string[];
	/** Headers that a client may send beside those of every request, in lower case. */
	readonly headers?: readonly string[];
	/** `none`: it has no body. A pattern: of its content type. */
	readonly body: BodyKind;
	/** The name faults have for a request with this body, where bodies decide; and all such names. */
	readonly rename?: (body: Buffer) => string;
	readonly names?: readonly string[];
	/** What the platform does otherwise where a fault asks for it: the only names that `quirk` gives. */
	readonly quirks?: readonly string[];
	readonly handle: (request: Arrived) => Answer;
	/** For what came before the client broke off. */
	readonly partial?: (request: Arrived) => void;
}

/** What all platforms share. */
export interface World {
	readonly clock: Clock;
	readonly log: Log;
	readonly canaries: Canaries;
	readonly tokens: TokenBook;
	/** Where a real host is served. */
	readonly origin: (host: string) => string;
}

export type Setting = number | boolean | string | null;
/** What a test may change about a platform. */
export type Settings = Record<string, Setting>;
export type Json = Readonly<Record<string, unknown>>;

export interface PlainError {
	readonly status: number;
	readonly message: string;
	/** Absent: at a path that is no route. */
	readonly route?: string;
}

export interface Platform {
	readonly name: PlatformName;
	readonly hosts: readonly string[];
	readonly routes: readonly Route[];
	readonly settings: Settings;
	/** What tests do to it: people consent, tokens are made. */
	readonly operations: Readonly<Record<string, (input: Json) => unknown>>;
	/** An error in the shape it has at a route. */
	readonly envelope: (error: PlainError) => Answer;
	/** Does what time has brought. */
	settle(): void;
}
