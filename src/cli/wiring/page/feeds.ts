import { epochMs } from "../../../model/brand.ts";
import { Fault } from "../../../model/fault.ts";
import type { CommandEnd, ItemWord, Overview, PageFeed } from "../../../page/port.ts";
import { rememberedRows } from "../../../plan/items/rows.ts";
import { systemClock } from "../../../system/clock.ts";
import { counted } from "../../../views/ink.ts";
import { linesOf, lookInto } from "../feed-look.ts";
import type { PageSubject } from "./inputs.ts";
import { inputArgs, ownCommand } from "./own-command.ts";

/** Feeds, read when somebody asks for it; until then the state says what is known of them. */
export function openPageFeeds(subject: PageSubject, overview: () => Promise<Overview>) {
	const { flags, settings, signal } = subject;
	const read = new Map<string, PageFeed>();
	return {
		async feeds(): Promise<readonly PageFeed[]> {
			const { campaigns, snapshot } = await overview();
			return linesOf(campaigns, snapshot).map(
				(line) => read.get(line.key) ?? { line, rows: rememberedRows(line.state), unusable: [] },
			);
		},
		async readFeed(feed: string): Promise<CommandEnd> {
			try {
				const { line, table } = await lookInto(feed, { ...flags, in: settings.root }, signal);
				read.set(line.key, { ...table, readAt: epochMs(systemClock.now()) });
				const { failed, rows } = table;
				return failed === undefined
					? { ok: true, text: `${line.key} was read: ${counted(rows.length, "item")}.` }
					: { ok: false, text: `${failed.failed} ${failed.remedy}` };
			} catch (error) {
				if (!(error instanceof Fault)) throw error;
				return { ok: false, text: error.message };
			}
		},
		async sayOfItem({ feed, item, as }: ItemWord): Promise<CommandEnd> {
			const lines: string[] = [];
			const errors: string[] = [];
			const args = ["feeds", as, "--in", settings.root, ...inputArgs(flags), "--", feed, item];
			const code = await ownCommand({
				args,
				signal,
				tell: (line) => void lines.push(line),
				tellError: (line) => void errors.push(line),
			});
			read.delete(feed);
			// What is wrong with campaigns comes first, and stands on Now as well.
			const fault = errors.slice(errors.findLastIndex((line) => line.includes("Error: ")));
			return { ok: code === 0, text: (code === 0 ? lines : fault).join("\n") };
		},
	};
}
