import { counted, plain } from "./ink.ts";

/** What came of bringing one reviewed-clips file up to date. */
export interface ClipsFile {
	/** Name of the campaign. */
	readonly campaign: string;
	readonly file: string;
	/** `differs`: it would be written, and was only checked. */
	readonly status: "written" | "unchanged" | "differs";
	readonly added: number;
	readonly voided: number;
	readonly kept: number;
	readonly removed: number;
}

/** One line a file, and what to do next. Ends with a newline. */
export function renderClipsFiles(files: readonly ClipsFile[]): string {
	if (files.length === 0) return "No clips are known yet; showrun apply finds them.\n";
	const next = files.some(({ status, added, voided }) => status === "written" && added + voided > 0)
		? "\nPosts with a review wait for approve: true; approve: false keeps a clip from every post. Look at the clips with `showrun ui`, which writes both too. Commit the file, then:\nshowrun apply\n"
		: "";
	return `${files.map(line).join("")}${next}`;
}

function line({ file, status, added, voided, kept, removed }: ClipsFile): string {
	const what = { written: "wrote    ", unchanged: "unchanged", differs: "differs  " }[status];
	const parts = [
		added > 0 && `${counted(added, "new clip")}`,
		voided > 0 && `${counted(voided, "clip")} changed: look at \`void\``,
		kept > 0 &&
			`${counted(kept, "clip")} not found any more, kept because you edited ${kept === 1 ? "it" : "them"}`,
		removed > 0 && `${counted(removed, "clip")} not found any more, removed`,
	].filter((part) => part !== false);
	return `${what} ${plain(file)}${status === "unchanged" || parts.length === 0 ? "" : ` (${parts.join("; ")})`}\n`;
}
