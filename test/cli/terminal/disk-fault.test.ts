import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diskFault } from "../../../src/cli/terminal/disk-fault.ts";

const faults = suite("a disk that takes nothing");

for (const [title, error, expected] of [
	["a full one says so", { code: "ENOSPC" }, "A disk is full (ENOSPC)."],
	["and where, if that is known", { code: "ENOSPC", path: "/a/b" }, "A disk is full (ENOSPC, /a/b)."],
	["so does a quota", { code: "EDQUOT" }, "The disk quota of this user is used up (EDQUOT)."],
	["and one that is mounted read-only", { code: "EROFS" }, "A disk can only be read (EROFS)."],
	["another failure of the system stays a bug", { code: "EBADF" }, undefined],
] as const)
	faults(title, () => assert.is(diskFault(Object.assign(new Error("write"), error))?.message, expected));

faults("what is no failure of the system is a bug", () => assert.is(diskFault(new Error("oops")), undefined));

faults.run();
