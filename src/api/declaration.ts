import { defined } from "../model/defined.ts";
import { type Extensions, NO_EXTENSIONS } from "../model/extensions.ts";
import { EXTENSIONS_HEADER } from "../wire/names.ts";
import { isSuccess } from "./verdicts.ts";

/** What a service declares about itself, answer by answer: the newest one counts. */
export interface Declaration {
	/** An answer came. Only a success without the header says that nothing is declared. */
	heard(status: number, headers: Headers): void;
	/** The answer to the question for the extensions. Undefined: the service does not know that question. */
	listed(data: unknown): void;
	/** Undefined: no answer named any, or none came. */
	read(): Extensions | undefined;
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;
/** Extensions by name, with their parameters. */
type Named = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

export function createDeclaration(): Declaration {
	let known: Extensions | undefined;
	let isListed = false;
	return {
		heard: (status, headers) => {
			const header = headers[EXTENSIONS_HEADER];
			if (header !== undefined) known = extensionsOf(listIn(String(header)));
			// A proxy may leave headers out, also of a service that was asked itself.
			else if (isSuccess(status) && !isListed) known = NO_EXTENSIONS;
		},
		listed: (data) => {
			known = isObject(data) ? extensionsOf(namesIn(data)) : NO_EXTENSIONS;
			isListed = isObject(data);
		},
		read: () => known,
	};
}

function extensionsOf(named: Named): Extensions {
	const lifetime = named.get("idempotency")?.lifetime_ms;
	const lifetimeMs = typeof lifetime === "number" && lifetime > 0 ? lifetime : undefined;
	return {
		...(named.has("idempotency") && { idempotency: defined({ lifetimeMs }) }),
		publishStatus: named.has("publish_status"),
		publishUpdate: named.has("publish_update"),
		publishCancel: named.has("publish_cancel"),
		publishLateRule: named.has("publish_late_rule"),
		transcripts: named.has("transcripts"),
		exportLimit: named.has("export_limit"),
		addedClips: named.has("added_clips"),
		brand: named.has("brand"),
		uploadResume: named.has("upload_resume"),
	};
}

const TOKEN = /^[A-Za-z*][!#$%&'*+.^_`|~:/0-9A-Za-z-]*$/;
const PARAMETER = /^[a-z*][a-z0-9_.*-]*(?:=(?<value>[^\s;,="]+))?$/;

/** A list of tokens with parameters (RFC 9651). One that cannot be read names nothing. */
function listIn(header: string): Named {
	const named = new Map<string, Readonly<Record<string, unknown>>>();
	for (const member of header.split(",")) {
		const [token = "", ...rest] = member.split(";").map((part) => part.trim());
		const parameters = rest.map((each) => PARAMETER.exec(each));
		if (!TOKEN.test(token) || parameters.includes(null)) return new Map();
		named.set(
			token,
			Object.fromEntries(
				parameters.map((each) => [each?.[0].split("=")[0], Number(each?.groups?.value ?? Number.NaN)]),
			),
		);
	}
	return named;
}

function namesIn(data: object): Named {
	return new Map(Object.entries(data).map(([name, value]) => [name, isObject(value) ? { ...value } : {}]));
}

function isObject(value: unknown): value is object {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
