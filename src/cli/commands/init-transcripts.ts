import { languageOf } from "../../engine/pick/stop-words.ts";
import { LANGUAGES } from "../../model/languages.ts";
import { cuesFrom } from "../../transcripts/cues.ts";
import { spokenInJson } from "../../transcripts/json.ts";
import { isJsonName } from "../../transcripts/read.ts";

/** The transcripts beside a video: of its own name first, then those that name a language. */
export function transcriptsOf(
	video: string,
	names: readonly string[],
): readonly { readonly file: string; readonly said: string }[] {
	const found = names.flatMap((file) => {
		const said = besideOf(video, file);
		return said === undefined ? [] : [{ file, said }];
	});
	const order = [".json", ".srt", ".vtt"];
	const rank = ({ file, said }: (typeof found)[number]) =>
		(said === "" ? 0 : 10) + order.findIndex((end) => file.toLowerCase().endsWith(end));
	return found.toSorted((a, b) => rank(a) - rank(b));
}

/** What stands between the name of a video and the ending of a transcript of it: nothing, or a language. */
export function besideOf(video: string, file: string): string | undefined {
	const stem = video.replace(/\.[^.]*$/, "");
	const [, said] = file.startsWith(stem)
		? (/^(|\.[A-Za-z]{2,3}(?:-[A-Za-z]{2,4})?)\.(?:srt|vtt|json)$/i.exec(file.slice(stem.length)) ?? [])
		: [];
	return said?.slice(1);
}

/** As its name, the file itself, or else its words say. */
export function languageIn(file: string, text: string, said: string): string | undefined {
	const code = (written: string | undefined) => {
		const lower = written?.toLowerCase().replace("_", "-") ?? "";
		return [lower, lower.split("-")[0] ?? "", LONG[lower] ?? ""].find((each) => LANGUAGES.includes(each));
	};
	const inside = isJsonName(file)
		? /"language"\s*:\s*"([A-Za-z_-]{2,20})"/.exec(text)?.[1]
		: /^(?:\ufeff)?WEBVTT[^\n]*\n(?:[^\n]+\n)*?Language:[ \t]*([A-Za-z-]+)/i.exec(
				text.replace(/\r\n/g, "\n"),
			)?.[1];
	const words = () =>
		isJsonName(file)
			? spokenInJson(text).map((each) => each.text)
			: cuesFrom(text).flatMap((cue) => cue.words.map((each) => each.text));
	return code(said) ?? code(inside) ?? languageOf(words());
}

/** Recognisers write names. */
const LONG: Readonly<Record<string, string>> = {
	...{
		english: "en",
		german: "de",
		french: "fr",
		spanish: "es",
		italian: "it",
		portuguese: "pt",
		dutch: "nl",
	},
	...{
		polish: "pl",
		russian: "ru",
		ukrainian: "uk",
		turkish: "tr",
		swedish: "sv",
		danish: "da",
		czech: "cs",
	},
	...{ japanese: "ja", korean: "ko", arabic: "ar", hindi: "hi", finnish: "fi", norwegian: "no", greek: "el" },
};
