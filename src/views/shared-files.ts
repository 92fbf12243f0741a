import type { SharedUse } from "../model/shared-use.ts";
import { counted, grouped, type Ink, plain, wrap } from "./ink.ts";

/** How many campaigns a shared file reaches: `brand.yaml is used by 3 campaigns, 2 of them with changes.` */
export function sharedSentence({ file, campaigns, changed }: SharedUse): string {
	const some = changed.length < campaigns.length ? `, ${grouped(changed.length)} of them with changes` : "";
	return `${plain(file)} is used by ${counted(campaigns.length, "campaign")}${some}.`;
}

/** What stands above a plan; nothing where no campaign with changes uses a shared file. */
export function renderShared(all: readonly SharedUse[], { width }: Pick<Ink, "width">): string {
	return all.length === 0 ? "" : `${all.flatMap((each) => wrap(sharedSentence(each), width)).join("\n")}\n\n`;
}

/** The same for a program. */
export function sharedEvent(use: SharedUse): object {
	return { type: "shared", ...use, message: sharedSentence(use) };
}
