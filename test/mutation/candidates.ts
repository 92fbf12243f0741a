import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../runner/build.ts";

/** Test files of some rooms, by path from the root. */
export function testsOf(rooms: readonly string[]): readonly string[] {
	return rooms.flatMap((room) =>
		readdirSync(join(ROOT, "test", room), { recursive: true, encoding: "utf8" })
			.filter((name) => name.endsWith(".test.ts"))
			.map((name) => join("test", room, name))
			.sort(),
	);
}
