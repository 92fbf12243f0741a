import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { done, emptyFolder, ROOM } from "./stranger.ts";

/** What npm packs. */
export interface Packed {
	readonly filename: string;
	/** Bytes. */
	readonly size: number;
	readonly files: readonly { readonly path: string }[];
}

let made: Packed | undefined;

/** Packs the program as it was built last, once a test file. */
export function packed(): Packed {
	made ??= pack();
	return made;
}

function pack(): Packed {
	const [tarball] = JSON.parse(
		execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", ROOM], {
			encoding: "utf8",
			stdio: ["ignore", "pipe", "ignore"],
		}),
	) as readonly Packed[];
	if (tarball === undefined) throw new Error("npm packed nothing");
	return tarball;
}

/** A new project of an ordinary user, which has showrun as a development dependency. */
export function projectWithShowrun(name: string): string {
	const folder = emptyFolder(name);
	done(["npm", "init", "--yes"], { cwd: folder });
	const tarball = join(ROOM, packed().filename);
	done(["npm", "install", "--save-dev", "--ignore-scripts", tarball], { cwd: folder });
	return folder;
}
