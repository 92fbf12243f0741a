import { readFile } from "node:fs/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { errorCode, isMissing, undefinedIfMissing } from "../../src/system/error-code.ts";

const codes = suite("error codes");

const coded = (code: unknown) => Object.assign(new Error("failed"), { code });

codes("a file that does not exist is undefined, also below another file", async () => {
	const here = import.meta.filename;
	for (const path of [`${here}.gone`, `${here}/inside`])
		assert.is(await readFile(path).catch(undefinedIfMissing), undefined);
});

codes("every other error is thrown again as it came", () => {
	for (const error of [coded("EACCES"), new Error("without a code"), "text"])
		assert.throws(
			() => undefinedIfMissing(error),
			(thrown: unknown) => thrown === error,
		);
});

codes("the code is read from errors alone", () => {
	assert.equal([coded("EIO"), coded(7), { code: "EIO" }, undefined].map(errorCode), [
		"EIO",
		"7",
		undefined,
		undefined,
	]);
	assert.equal([coded("ENOENT"), coded("ENOTDIR"), coded("EISDIR")].map(isMissing), [true, true, false]);
});

codes.run();
