import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bundle } from "../../src/build.ts";
import { bundledPackages } from "../../src/notices.ts";
import { ROOT } from "../house/sources.ts";

const folder = await mkdtemp(join(tmpdir(), "showrun-build-"));
const bundled = await bundle(folder);
const notices = await readFile(join(folder, "NOTICES.txt"), "utf8");
await rm(folder, { recursive: true });
const { dependencies } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));

const built = suite("the package");

built("a bundled package is not installed a second time", () => {
	assert.ok(bundled.length > 15, `${bundled.length} packages`);
	assert.equal(
		bundled.map(({ name }) => name).filter((name) => name in dependencies),
		[],
	);
});

built("every bundled package stands in the notices with its version and licence", async () => {
	for (const { folder: path } of bundled) {
		const { name, version, license } = JSON.parse(await readFile(join(ROOT, path, "package.json"), "utf8"));
		assert.ok(notices.includes(`${name} ${version} (${license})\n`), name);
	}
});

built("packages are found in the bundle's inputs, also those inside of other packages", () => {
	const inputs = [
		"src/cli/main.ts",
		"node_modules/a/x.js",
		"node_modules/a/node_modules/@b/c/y.js",
		"node_modules/a/z.js",
	];
	assert.equal(bundledPackages(inputs), [
		{ name: "a", folder: "node_modules/a" },
		{ name: "@b/c", folder: "node_modules/a/node_modules/@b/c" },
	]);
});

built.run();
