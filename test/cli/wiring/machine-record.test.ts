import { homedir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { memoryFolder } from "../../../src/cli/wiring/machine-record.ts";

const home = (...names: string[]) => join(homedir(), ...names);
const cases: Readonly<Record<string, readonly [Readonly<Record<string, string>>, NodeJS.Platform, string]>> =
	{
		"Linux without a word": [{}, "linux", home(".local", "state", "showrun")],
		"Linux with XDG_STATE_HOME": [{ XDG_STATE_HOME: "/var/state" }, "linux", "/var/state/showrun"],
		"a relative XDG_STATE_HOME, which does not count": [
			{ XDG_STATE_HOME: "state" },
			"linux",
			home(".local", "state", "showrun"),
		],
		"an empty XDG_STATE_HOME": [{ XDG_STATE_HOME: "" }, "linux", home(".local", "state", "showrun")],
		macOS: [{}, "darwin", home("Library", "Application Support", "showrun")],
		"macOS with XDG_STATE_HOME": [{ XDG_STATE_HOME: "/var/state" }, "darwin", "/var/state/showrun"],
		Windows: [{ LOCALAPPDATA: "/c/local" }, "win32", "/c/local/showrun/state"],
		"Windows without LOCALAPPDATA": [{}, "win32", home("AppData", "Local", "showrun", "state")],
	};

const folders = suite("where a machine remembers what was posted");
for (const [title, [env, platform, expected]] of Object.entries(cases))
	folders(title, () => assert.is(memoryFolder(env, platform), expected));
folders.run();
