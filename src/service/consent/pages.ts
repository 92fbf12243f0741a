import type { WirePlatform } from "../../wire/names.ts";
import { escaped, pageOf } from "../http/html-page.ts";

/** What the authorization page shows. Every text may hold any character. */
export interface ConsentPage {
	readonly platform: WirePlatform;
	/** Where the answer goes. */
	readonly action: string;
	readonly state: string;
	readonly csrf: string;
	readonly units: number;
	/** How long it can still be answered, in milliseconds. */
	readonly leftMs: number;
	/** Names of the platform's accounts that are connected already. */
	readonly known: readonly string[];
	/** The last answer, and what was wrong with it. */
	readonly again?: { readonly username: string; readonly problem: string };
}

/** What came of an answer, or why none can be given. */
export type ConsentOutcome =
	| {
			readonly kind: "connected" | "reconnected";
			readonly platform: WirePlatform;
			readonly username: string;
			readonly units: number;
	  }
	| { readonly kind: "refused" | "used" | "expired"; readonly platform: WirePlatform }
	| { readonly kind: "forged" | "unknown" | "foreign" };

/** Anything else that went wrong, in words. */
interface Failure {
	readonly kind: "failed";
	readonly words: string;
}

const PLATFORM_NAMES: Readonly<Record<WirePlatform, string>> = {
	youtube: "YouTube",
	tiktok: "TikTok",
	twitter: "X (Twitter)",
	instagram: "Instagram",
	facebook: "Facebook",
	linkedin: "LinkedIn",
};
const NOTHING = "No account was connected, and nothing was charged.";
const MINUTE_MS = 60_000;

/** Asks for the name of an outbox account, and whether it may be published to. */
export function consentPage(page: ConsentPage): string {
	const name = PLATFORM_NAMES[page.platform];
	const minutes = Math.max(1, Math.ceil(page.leftMs / MINUTE_MS));
	return pageOf({
		title: `Connect ${/^[AEIOUX]/.test(name) ? "an" : "a"} ${name} account`,
		body: `<p>showrun asks to publish to an <strong>outbox account</strong>: a folder of this service that stands for an account on ${name}. No password is asked for, and nothing is sent to ${name}.</p>
<dl><dt>Allow</dt><dd>The account is connected. Costs ${page.units} API units.</dd><dt>Refuse</dt><dd>Nothing is connected and nothing is charged.</dd></dl>
<form method="post" action="${escaped(page.action)}">
<input type="hidden" name="state" value="${escaped(page.state)}"><input type="hidden" name="csrf" value="${escaped(page.csrf)}">
${field(page)}
<div class="buttons"><button name="decision" value="allow">Allow</button><button name="decision" value="refuse" formnovalidate>Refuse</button></div>
</form>
<p class="hint once">This page can be answered once, within ${minutes === 1 ? "a minute" : `${minutes} minutes`}.</p>`,
	});
}

/** Says how it ended, in one page without any way on. */
export function outcomePage(outcome: ConsentOutcome | Failure): string {
	const { lines, ...rest } = messageOf(outcome);
	return pageOf({
		...rest,
		body: `<div role="${rest.tone === "bad" ? "alert" : "status"}">${lines.map((line) => `<p>${line}</p>`).join("\n")}</div>`,
	});
}

function field({ known, again }: ConsentPage): string {
	const list =
		known.length === 0
			? ""
			: `<datalist id="known">${known.map((name) => `<option value="${escaped(name)}"></option>`).join("")}</datalist>`;
	const value = again === undefined ? "" : ` value="${escaped(again.username)}" aria-invalid="true"`;
	const described = again === undefined ? "hint" : "problem hint";
	const problem =
		again === undefined ? "" : `<p class="problem" id="problem" role="alert">${escaped(again.problem)}</p>\n`;
	return `<label for="username">Account name</label>
<input id="username" name="username" maxlength="100" required autofocus autocomplete="off" autocapitalize="none" spellcheck="false"${value} aria-describedby="${described}"${list && ' list="known"'}>${list}
${problem}<p class="hint" id="hint">${known.length === 0 ? "For example the name of your channel." : `Connected already: ${known.map(boldName).join(", ")}. The same name again renews its authorization.`}</p>`;
}

/** What a page says, without its frame. */
interface Message {
	readonly title: string;
	readonly tone?: "good" | "bad";
	/** Markup, a paragraph each. */
	readonly lines: readonly string[];
}

function messageOf(outcome: ConsentOutcome | Failure): Message {
	switch (outcome.kind) {
		case "connected":
		case "reconnected":
			return connected(outcome);
		case "refused":
			return { title: "Refused", lines: [`You refused. ${NOTHING}`, CLOSE] };
		case "used":
		case "expired": {
			const { title, lines } = ENDED[outcome.kind];
			return { title, tone: "bad", lines: [...lines, another(outcome)] };
		}
		case "failed":
			return { ...FAILED, tone: "bad", lines: [escaped(outcome.words), ...FAILED.lines] };
		default:
			return { ...INVALID[outcome.kind], tone: "bad" };
	}
}

/** Links that were good once. */
const ENDED = {
	used: {
		title: "Already used",
		lines: [
			"This link was answered already, and works once only. " +
				"What was decided then stands; nothing more was charged.",
		],
	},
	expired: {
		title: "Expired",
		lines: [`This link could be used for 15 minutes, and those are over. ${NOTHING}`],
	},
} as const;

const INVALID = {
	forged: {
		title: "Not a link of this service",
		lines: [
			`A part of this address is missing or was changed. ${NOTHING}`,
			"Open the link exactly as it was given.",
		],
	},
	unknown: {
		title: "Unknown link",
		lines: [
			`There is no such request. ${NOTHING}`,
			"Ask for a new link, at the service that gave you this one.",
		],
	},
	foreign: {
		title: "Not accepted",
		lines: [
			`This answer did not come from the page of this service. ${NOTHING}`,
			"Open the link again and answer there.",
		],
	},
} as const;

const FAILED = {
	title: "That did not work",
	lines: ["Nothing was charged, and the link can be answered again."],
} as const;

const CLOSE = "You can close this page.";

function connected({
	kind,
	platform,
	username,
	units,
}: Extract<ConsentOutcome, { kind: "connected" | "reconnected" }>): Message {
	const did = kind === "connected" ? "is connected" : "is connected again: its authorization was renewed";
	return {
		title: "Connected",
		tone: "good",
		lines: [
			`${boldName(username)} on ${PLATFORM_NAMES[platform]} ${did}. It cost ${units} API units.`,
			CLOSE,
		],
	};
}

function another({ platform }: { readonly platform: WirePlatform }): string {
	return `Ask for a new one: <code>showrun accounts connect ${platform}</code>`;
}

/** In `bdi`, so that a name cannot change the direction of the text around it. */
function boldName(name: string): string {
	return `<strong><bdi>${escaped(name)}</bdi></strong>`;
}
