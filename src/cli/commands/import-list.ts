import { existsSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import { type RowProblem, videosFromRows } from "../../campaign/beginnings/from-rows.ts";
import { latestOf, type NewVideo } from "../../campaign/beginnings/like-latest.ts";
import { readTable } from "../../feeds/rows.ts";
import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import { isInside } from "../../system/paths.ts";
import { plain } from "../../views/ink.ts";
import { readText } from "../../yaml/read.ts";
import { err, stopSignal } from "../terminal/terminal.ts";
import { openWorkspace } from "../wiring/workspace.ts";
import { type AddFlags, type Target, type Tried, targetIn, tryVideos, writeVideos } from "./add-videos.ts";

/** More rows are not tried one by one. */
const MOST_TRIED = 200;

/** `showrun import LIST.csv`: adds a video a row to a campaign, all of them or none. */
export async function importList(list: string, flags: AddFlags): Promise<void> {
	const signal = stopSignal();
	const workspace = await openWorkspace({ paths: [flags.in] }, signal, { ...flags, keyless: true });
	const target = await targetIn(workspace, flags);
	const read = await readText(resolve(list), list);
	if ("problem" in read)
		throw new StopFault(`${plain(list)} cannot be read: ${read.problem.detail}`, {
			remedy: read.problem.hint ?? "Check the file.",
		});
	const { campaign } = target;
	const made = videosFromRows({
		...(await readTable(read.source)),
		latest: latestOf(target.text),
		accounts: Object.keys(campaign.accounts),
		schedules: Object.keys(campaign.schedules),
		place: (path) => placed(path, { list, target, root: workspace.settings.root }),
	});
	if ("problems" in made) return refuse(list, made.problems);
	const tried = await tryVideos(target, made.videos, { signal, flags });
	const problems: RowProblem[] = [];
	if (tried.diagnostics.length > 0)
		for (const video of made.videos.slice(0, MOST_TRIED))
			problems.push(...problemsOf(video, await tryVideos(target, [video], { signal, flags })));
	if (problems.length > 0) return refuse(list, problems);
	await writeVideos(target, tried, flags);
}

function placed(
	written: string,
	{ list, target, root }: { readonly list: string; readonly target: Target; readonly root: string },
): { readonly path: string } | { readonly problem: string } {
	const path = resolve(dirname(resolve(list)), written);
	if (!isInside(root, path)) return { problem: `\`${plain(written)}\` is outside the workspace.` };
	if (!existsSync(path)) return { problem: `There is no file \`${plain(written)}\`.` };
	const way = relative(dirname(target.path), path).split(sep).join("/");
	return { path: way.startsWith("../") ? way : `./${way}` };
}

function problemsOf(
	{ line }: NewVideo & { readonly line: number },
	{ diagnostics }: Tried,
): readonly RowProblem[] {
	return diagnostics.map(({ summary, detail, hint }) => ({
		line,
		detail: `${summary}: ${detail}`,
		...defined({ hint }),
	}));
}

/** Every row that cannot be taken, with its line. */
function refuse(list: string, problems: readonly RowProblem[]): never {
	for (const { line, detail, hint } of problems)
		err(`${plain(list)}:${line}: ${plain(detail)}${hint ? ` ${plain(hint)}` : ""}\n`);
	throw new StopFault("Nothing was written.", { remedy: "Correct the list, then import it again." });
}
