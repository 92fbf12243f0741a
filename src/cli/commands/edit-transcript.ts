import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { StopFault } from "../../model/fault.ts";
import { isRecognised } from "../../transcripts/vtt.ts";
import { out } from "../terminal/terminal.ts";
import { NEXT, pathText, type TranscriptFlags, transcribedVideo, writeTranscript } from "./transcript.ts";

/**
 * `showrun transcript edit VIDEO`: opens its transcript in the editor, written beside the video first where
 * it has none. What nobody changed is taken away again.
 */
export async function editTranscript(named: string, flags: TranscriptFlags): Promise<void> {
	const { VISUAL, EDITOR } = process.env;
	const editor = VISUAL || EDITOR;
	if (!editor)
		throw new StopFault("No editor is set.", {
			remedy: `Set EDITOR, or write the file and open it yourself: showrun transcript export ${named}`,
		});
	const video = await transcribedVideo(named, flags);
	const { given, beside } = video;
	const file = given ?? beside;
	if (given === undefined) await writeTranscript(video, { in: flags.in });
	const before = await readFile(file, "utf8");
	const code = await runEditor(editor, file);
	const after = await readFile(file, "utf8");
	if (after === before && given === undefined) await rm(file);
	if (code !== 0)
		throw new StopFault(`The editor ended with an error (${editor}, exit code ${code}).`, {
			remedy: "Check EDITOR, then run the command again.",
		});
	if (after === before) return out(`unchanged ${pathText(file)}\n`);
	out(`changed   ${pathText(file)}\n\nCommit the file. ${NEXT}${isRecognised(after) ? REMAINS : ""}`);
}

const REMAINS =
	"The file still has the note that nobody corrected it, so posts wait for approval: delete the note when done.\n";

/** An editor may come with options, so a shell starts it, as git does. */
async function runEditor(editor: string, file: string): Promise<number | null> {
	const isWindows = process.platform === "win32";
	const child = isWindows
		? spawn(`${editor} "${file}"`, { stdio: "inherit", shell: true })
		: spawn("/bin/sh", ["-c", `${editor} "$@"`, editor, file], { stdio: "inherit" });
	const [code] = await once(child, "close");
	return code;
}
