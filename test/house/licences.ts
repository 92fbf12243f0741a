/** Licences that go together with our MIT one. */
export const LICENCES: ReadonlySet<string> = new Set([
	"MIT",
	"MIT-0",
	"ISC",
	"0BSD",
	"BSD-2-Clause",
	"BSD-3-Clause",
	"Apache-2.0",
	"BlueOak-1.0.0",
	"Python-2.0",
	"PSF-2.0",
	"Unlicense",
	"CC0-1.0",
	"MIT OR Apache-2.0",
	"(MIT OR CC0-1.0)",
	"MIT AND OFL-1.1",
]);

/** Packages with another licence that are all the same allowed, each with its reason. */
export const LICENCE_EXCEPTIONS: readonly { readonly name: RegExp; readonly reason: string }[] = [
	{
		name: /^@ffmpeg-installer\//,
		reason: "an optional program that is started, never linked, bundled or redistributed by us",
	},
	{
		name: /^twitter-text$/,
		reason:
			"its LICENSE file is the Apache License 2.0, which its package.json does not say; used by tests only",
	},
	{
		name: /^axe-core$/,
		reason: "used by tests only, and as it is: the MPL asks for the source of what is changed or passed on",
	},
];
