import type { Path } from "../yaml/plain-value.ts";
import type { Words } from "../yaml/source.ts";
import type { ReadSettings } from "./settings-file.ts";

/** What was said on the command line. */
export interface SettingsFlags {
	readonly serviceUrl?: string;
	readonly state?: string;
	readonly ffmpeg?: string;
}

/** Everything settings are settled from. */
export interface Sources {
	readonly root: string;
	readonly cwd: string;
	readonly flags: SettingsFlags;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly read: ReadSettings;
	/**
	 * Text of the file named by `service.api_key.file`; undefined when there is none or it cannot be read.
	 */
	readonly keyFile: string | undefined;
	/** The command goes on without a key, as far as it need not ask the service. Absent: it does not. */
	readonly keyless?: true;
}

/** Says that something is wrong, and where in the settings file. */
export type ReportProblem = (words: Words, path?: Path) => void;

/** One setting as it was given. */
export interface Given {
	readonly value: string;
	/** Who said it, for messages. */
	readonly label: string;
	/** Folder that a relative path starts from. */
	readonly from: string;
	/** Where in the settings file, when it is from there. */
	readonly path?: Path;
}

/** The strongest of flag, environment variable and file; an empty variable counts as not set. */
export function pick(
	sources: Sources,
	names: {
		readonly flag?: keyof SettingsFlags;
		readonly env: string;
		readonly file: string | undefined;
		readonly path: Path;
	},
): Given | undefined {
	const flag = names.flag && sources.flags[names.flag];
	if (flag !== undefined)
		return { value: flag, label: `The option for \`${names.path.join(".")}\``, from: sources.cwd };
	const variable = sources.env[names.env]?.trim();
	if (variable) return { value: variable, label: names.env, from: sources.cwd };
	if (names.file === undefined) return undefined;
	return { value: names.file, label: `\`${names.path.join(".")}\``, from: sources.root, path: names.path };
}
