import { suite } from "uvu";
import * as assert from "uvu/assert";
import { notesOf } from "../../src/release.ts";

const CHANGELOG = `# Changelog

## 0.2.0

### Added

- A thing.

### Changed

### Fixed

- Another thing.

## 0.1.0

### Added

- The first.
`;

const release = suite("the notes of a release");

release("are the section of its version, without empty lists", () => {
	assert.is(notesOf(CHANGELOG, "0.2.0"), "### Added\n\n- A thing.\n\n### Fixed\n\n- Another thing.");
	assert.is(notesOf(CHANGELOG, "0.1.0"), "### Added\n\n- The first.");
});

release("are missed where the changelog says nothing about the version", () => {
	const message = 'CHANGELOG.md has no changes under "## 0.3.0".';
	assert.throws(
		() => notesOf(CHANGELOG, "0.3.0"),
		(error: Error) => error.message === message,
	);
	assert.throws(() => notesOf(`${CHANGELOG}\n## 0.3.0\n\n### Added\n`, "0.3.0"), message);
});
release.run();
