/** What two versions of a state kept of removed videos and posts is kept of both. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { combined } from "../../../src/state/repair/salvage.ts";
import { addressOf, posted, settledVideo, snapshot, TALK } from "../../builders/world.ts";

const POST = addressOf();
const JOURNAL = { header: undefined, lines: [], problems: [] };

const repair = suite("repair of a state from which something was taken out");

repair("what either side of a merge conflict kept is kept, but not beside what is there", () => {
	const sides = [
		snapshot({ [TALK]: settledVideo() }, { serial: 7, lineage: "l" }),
		snapshot({}, { serial: 6, lineage: "l", leftTasks: { [TALK]: settledVideo(), [POST]: posted() } }),
	];
	const found = combined({ lineage: "l", current: sides, backups: [], journal: JOURNAL, known: undefined });
	assert.equal([Object.keys(found.resources), Object.keys(found.leftTasks ?? {})], [[TALK], [POST]]);
});

repair.run();
