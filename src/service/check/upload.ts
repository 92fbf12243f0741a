import { defined } from "../../model/defined.ts";
import { WIRE_LIMITS } from "../../wire/names.ts";
import { readFields } from "./read-fields.ts";

export interface UploadInput {
	readonly name: string;
	readonly transcriptName?: string;
}

const TRANSCRIPTS = ["srt", "vtt", "json"];

/** Reads an upload body (service-facts; `transcript_name` is an extension). Throws `Refusal` 422. */
export function readUpload(body: unknown): UploadInput {
	const fields = readFields("Upload", body);
	const { name, transcript_name: transcriptName } = fields.given;
	if (name !== undefined) checkName("name", name, WIRE_LIMITS.uploadExtensions);
	if (transcriptName !== undefined) checkName("transcript_name", transcriptName, TRANSCRIPTS);
	fields.end();
	return defined({ name: name ?? "", transcriptName });

	function checkName(field: string, value: string, extensions: readonly string[]): void {
		if (!extensions.includes(extensionOf(value)))
			fields.problem(`${field} must end in one of ${extensions.map((each) => `.${each}`).join(", ")}`);
	}
}

/**
 * Extension in lower case without the dot; empty when there is none. Only ever compared or taken from the
 * lists above.
 */
export function extensionOf(name: string): string {
	return /[^.]\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
}
