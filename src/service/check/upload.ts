import { defined } from "../../model/defined.ts";
import { WIRE_LIMITS } from "../../wire/names.ts";
import { readFields } from "./read-fields.ts";

export interface UploadInput {
	readonly name: string;
	readonly transcriptName?: string;
}

const TRANSCRIPTS = ["srt", "vtt", "json"];
/** Parts of a brand. */
const LOGOS = ["png"];
const FONTS = ["ttf", "otf"];

/** What an upload is, by the extension of its name. */
export function kindOf(name: string): "logo" | "font" | "video" {
	const extension = extensionOf(name);
	return LOGOS.includes(extension) ? "logo" : FONTS.includes(extension) ? "font" : "video";
}

/** Reads an upload body; `transcript_name` and parts of a brand are extensions. Throws `Refusal` 422. */
export function readUpload(body: unknown): UploadInput {
	const fields = readFields("Upload", body);
	const { name, transcript_name: transcriptName } = fields.given;
	if (name !== undefined && kindOf(name) === "video") checkName("name", name, WIRE_LIMITS.uploadExtensions);
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
