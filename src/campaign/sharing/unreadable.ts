import { basename } from "node:path";
import type { Words } from "../../yaml/source.ts";
import { didYouMean } from "../../yaml/suggest.ts";
import type { SharedRead } from "./read-shared.ts";

/** What is wrong with a path that leads to no shared file. */
export function unreadable({ file, fact, near }: Extract<SharedRead, { readonly fact: string }>): Words {
	const shown = `\`${file.slice(0, 200)}\``;
	if (fact === "missing")
		return {
			rule: "missing-file",
			summary: "There is no such file",
			detail: `The shared file ${shown} does not exist.`,
			hint:
				didYouMean(basename(file), near, "Files there") ||
				"Check the path in `use`: it starts at the folder of the file that it stands in.",
		};
	if (fact === "outside")
		return {
			rule: "outside-workspace",
			summary: "Path points outside the workspace",
			detail: `The shared file ${shown} lies outside the workspace.`,
			hint: "Copy the file into the workspace.",
		};
	return {
		rule: "not-a-file",
		summary: "This is not a file",
		detail: `The shared file ${shown} is a folder, a pipe or a device.`,
		hint: "Name a YAML file.",
	};
}
