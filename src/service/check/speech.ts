import { defined } from "../../model/defined.ts";
import { readFields } from "./read-fields.ts";
import { unknownNotes, type VideoWish } from "./submit.ts";

/**
 * Reads a request for a transcript or a summary. Throws `Refusal` 422, naming each wrong field. Whether
 * somebody has to translate is known once the video was listened to.
 */
export function readSpeech(body: unknown): VideoWish {
	const fields = readFields("Speech", body);
	const { video_url: video = "", project_name: name = "", source_lang, target_lang } = fields.given;
	fields.end();
	return {
		video,
		name,
		speech: defined({ language: source_lang || undefined, target: target_lang || undefined }),
		express: false,
		notes: unknownNotes(fields.unknown),
	};
}
