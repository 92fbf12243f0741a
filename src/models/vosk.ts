import type { Parcel, Runtime, TakenFile } from "../model/models.ts";

const windows = (name: string, bytes: number, sha256: string): TakenFile => ({
	path: `lib/win-x86_64/${name}`,
	bytes,
	sha256,
	platform: "win32-x64",
});

/** One library for both kinds of Mac. */
const mac = {
	path: "lib/osx-universal/libvosk.dylib",
	bytes: 12_533_472,
	sha256: "82fdfba0dde392a7dbba70f9c1a17f6e3da27a50444a9f53939508525a1e6fdf",
	role: "library",
};

/** The recogniser itself. There is none for Linux on ARM. */
const VOSK: Parcel = {
	id: "vosk-0.3.39",
	what: "Vosk, the library that recognises speech",
	package: "vosk",
	version: "0.3.39",
	integrity:
		"sha512-/pWD6KLLxV/0Pu/ZfovNWadFC6q01hyvzY5DTEQY5r/6QlQMg60FaY1bjK0qcWN42roNOOnRrBxtAOqk7/OGkw==",
	bytes: 23_894_646,
	licence: "Apache-2.0",
	source: "github.com/alphacep/vosk-api",
	files: [
		{
			path: "lib/linux-x86_64/libvosk.so",
			bytes: 25_994_752,
			sha256: "9f94ef218c32e271ae8ac84065ab25191af48832c06c6e624984b1c80f0b0920",
			role: "library",
			platform: "linux-x64",
		},
		{ ...mac, platform: "darwin-x64" },
		{ ...mac, platform: "darwin-arm64" },
		{
			...windows(
				"libvosk.dll",
				25_989_632,
				"9ee0301e8c29ba7e2219e99664bcb687fe2575d0379b76b3d0be39ccc0112038",
			),
			role: "library",
		},
		windows(
			"libgcc_s_seh-1.dll",
			1_266_641,
			"e16de83d48247cde2581ec36279102dda00b7d7b36558cad72164e3c4caae0a4",
		),
		windows(
			"libstdc++-6.dll",
			19_442_799,
			"1766f6e252410086c26400ab085e017e7ad5e8993f3d19dda87a13a1e978f0a2",
		),
		windows(
			"libwinpthread-1.dll",
			592_104,
			"5b60907df42009f1ba437e7f2a6278651be97f4993869105d8a31086138e4570",
		),
	],
};

const binding = (
	folder: string,
	platform: string,
	given: readonly [bytes: number, sha256: string],
): TakenFile => ({
	path: `build/koffi/${folder}/koffi.node`,
	bytes: given[0],
	sha256: given[1],
	role: "binding",
	platform,
});

/** The newest version that has the binaries of every platform in one package. */
const KOFFI: Parcel = {
	id: "koffi-2.12.4",
	what: "Koffi, which calls the recogniser from Node",
	package: "koffi",
	version: "2.12.4",
	integrity:
		"sha512-pDP8/lI/ahfxHYatUBbZagkfCuBGoGUj4kGQn/PDSelfb/CNHAk2oKnGcSNytQMGhy/ashE5Fm0vTm5sVSWGqw==",
	bytes: 17_702_177,
	licence: "MIT",
	source: "github.com/Koromix/koffi",
	files: [
		binding("linux_x64", "linux-x64", [
			5_498_032,
			"c819646e09c38f282fe40307b1677f31c7b6e605f0017081ca3454886a35d318",
		]),
		binding("darwin_x64", "darwin-x64", [
			4_267_552,
			"fefcaaf581f43607e0a7a156efab29488637d0000e0ce2fd92e8884426ce922d",
		]),
		binding("darwin_arm64", "darwin-arm64", [
			3_956_775,
			"0092bdb0bb9d06cd96659072b5dd9d80761b71350a3b3be1742cbbd37c6bf769",
		]),
		binding("win32_x64", "win32-x64", [
			2_432_000,
			"bc3eea1a610e2ca716f63d9775a2d2bd1b059323482bf3c3e3945b702a2cb930",
		]),
		{
			path: "LICENSE.txt",
			bytes: 1_117,
			sha256: "48bfd53f76185bd32bb91393a7e27ab553b77b4b965245ba73f4714c11030a4a",
		},
	],
};

/** The recogniser as WebAssembly, in one script made for browsers. */
const VOSK_WASM: Parcel = {
	id: "vosk-browser-0.0.8",
	what: "Vosk for WebAssembly, which recognises speech on every machine",
	package: "vosk-browser",
	version: "0.0.8",
	integrity:
		"sha512-df9MuChirUGKxP/+4k8tBV6hJOic8IRdJXv64+ET0Ue5CddOzLZINiHOWCka765gBzHJWNtQKgaYakS0FXZIJA==",
	bytes: 2_366_480,
	licence: "Apache-2.0",
	source: "github.com/ccoreilly/vosk-browser",
	files: [
		{
			path: "dist/vosk.js",
			bytes: 5_804_767,
			sha256: "29504515526e974f4cb053cf08811c4de5fb2a74007c0a5a957db50eaa8d5d0c",
			role: "script",
		},
	],
};

/** What runs the model of speech. */
export const VOSK_RUNTIMES: readonly Runtime[] = [
	{ kind: "native", parcels: [VOSK, KOFFI] },
	{ kind: "wasm", parcels: [VOSK_WASM] },
];
