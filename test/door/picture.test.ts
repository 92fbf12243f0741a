import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readmePicture } from "../sheets/terminal.ts";

const picture = suite("the README's picture of a terminal");

picture("is what the program prints of the campaign above it (npm run sheets:terminal)", () => {
	assert.fixture(readmePicture(), readFileSync(join(".github", "terminal.svg"), "utf8"));
});
picture.run();
