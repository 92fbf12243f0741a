import { defined } from "../../model/defined.ts";
import { WIRE_LIMITS } from "../../wire/names.ts";
import { readFields } from "./fields.ts";

export interface UploadInput {
	readonly name: string;
	readonly transcriptName?: string;
}

const TRANSCRIPTS = ["srt", "vtt", "json"];
const NAME_LENGTH = 255;

/** Reads an upload body (service-facts; `transcript_name` is an extension). Throws `Refusal` 422. */
export function readUpload(body: unknown): UploadInput {
	const fields = readFields(body, { nullable: ["transcript_name"] });
	const name = fields.text("name");
	if (!fields.has("name")) fields.problem("name is required");
	if (name !== undefined) checkName("name", name, WIRE_LIMITS.uploadExtensions);
	const transcriptName = fields.text("transcript_name");
	if (transcriptName !== undefined) checkName("transcript_name", transcriptName, TRANSCRIPTS);
	fields.end();
	return defined({ name: name ?? "", transcriptName });

	function checkName(field: string, value: string, extensions: readonly string[]): void {
		if (value.length > NAME_LENGTH) fields.problem(`${field} must be at most ${NAME_LENGTH} characters long`);
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
