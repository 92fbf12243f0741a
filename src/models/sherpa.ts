import type { Model, Runtime, TakenFile } from "../model/models.ts";

const VERSION = "1.13.8";

/** A package of the library for one platform: its tarball, and each file that is taken, by name. */
interface Build {
	readonly package: string;
	readonly platform: string;
	readonly bytes: number;
	readonly integrity: string;
	readonly files: Readonly<Record<string, readonly [bytes: number, sha256: string]>>;
}

const BUILDS: readonly Build[] = [
	{
		package: "sherpa-onnx-linux-x64",
		platform: "linux-x64",
		bytes: 11_089_653,
		integrity:
			"sha512-6plnhjagsSeTntCgnlag86hWbs/uZE9Crms1LgOb68/1nKsIQjMd+WG519m+aPwT6TrsBOiEMzrx41t8sL5L5g==",
		files: {
			"sherpa-onnx.node": [974_496, "d8f1181559e7aecaa99493e8c441c16a4d51a18a1f3fcdf48fd7884e510f3767"],
			"libonnxruntime.so": [27_026_609, "4b3607aebd1784b26b6f9b20e4bd974c7ab8287043e4d095cb7d2cb40b5e566e"],
			"libsherpa-onnx-c-api.so": [
				5_116_576,
				"b1019f8c9583e3e576c2ba6032b580677fcf6e2230c241a8b423c65aceded021",
			],
		},
	},
	{
		package: "sherpa-onnx-linux-arm64",
		platform: "linux-arm64",
		bytes: 13_910_679,
		integrity:
			"sha512-Tlg7a70b/Wge3OF8IgTHF9jhSVCsLyKQKhwc4BsJ5A+dL/SrFtGBjzuHp4XeLhiiOT7afCxX5PdSn/D4c8Lnuw==",
		files: {
			"sherpa-onnx.node": [804_112, "ae1459b87db45cdc756b45e1cb495466225f62d2dd63eb35bf225196bf20900a"],
			"libonnxruntime.so": [34_606_912, "cfc800d4438f15e8d9017521326776ca7117d8783cb847ccccc2fc61ac4d540f"],
			"libsherpa-onnx-c-api.so": [
				4_613_032,
				"d1b41ded09e00017b37375584792cf697dad8bf35ccd787706acdbc4c7afc912",
			],
		},
	},
	{
		package: "sherpa-onnx-darwin-x64",
		platform: "darwin-x64",
		bytes: 11_191_481,
		integrity:
			"sha512-7BLRpjM6w4f9W46/nmkmq8lEKUayhebvcpslCVQ+6QN2uReYlZEMDZlSpXMjme+hUFrPfRz8P3UNq8ep/4d19g==",
		files: {
			"sherpa-onnx.node": [642_472, "73bd986df350a4dda71f081d898aa4bc6ef3f4e105c025b92a4e766360f07972"],
			"libonnxruntime.dylib": [
				32_315_856,
				"2bf27180c09e6fd3f407c9ab25205ebf1ff95f2d53bfa35e35409b5849e0ac70",
			],
			"libsherpa-onnx-c-api.dylib": [
				4_594_168,
				"7e9a3df88aed001c9dba2f2bdeceac6045613b6c573bd0223e92b898a04bf283",
			],
		},
	},
	{
		package: "sherpa-onnx-darwin-arm64",
		platform: "darwin-arm64",
		bytes: 10_047_754,
		integrity:
			"sha512-FPNgJMgnWVl/KhRTIhG3KL3A4Om63Rn4YKXc9/uHY7SzLcvqLJLc/h7UBWJwduXvv7K18t5NpxHR6XgXn4sjWw==",
		files: {
			"sherpa-onnx.node": [644_448, "e37e09b2b21e0b07abf0c37d7423884a8ff161fdba8c67407bc99bfe99af8a55"],
			"libonnxruntime.dylib": [
				29_006_384,
				"b0613d0ae53199a83b05fa48e169211498e9d40d54beaa372068ebe5ec5b0929",
			],
			"libsherpa-onnx-c-api.dylib": [
				4_275_368,
				"6baf16572b925c6d4722a3ffdb7d34c3de6477ba6e587baf8c4573cc3f889ca1",
			],
		},
	},
	{
		package: "sherpa-onnx-win-x64",
		platform: "win32-x64",
		bytes: 8_894_875,
		integrity:
			"sha512-oZF1c9VPOKtMwn83Bboc5XSWL+76BRoyB3eUuVnCknBKxwSULZU2Foia9VHWzU+n4I12rPsP6z6H9Rp1hD9o8g==",
		files: {
			"sherpa-onnx.node": [681_984, "f5fd562bdc4bea167eee8ac981c6acd88c05cc8d2792b67d8951566818e293ca"],
			"onnxruntime.dll": [17_799_168, "7f66f939a881baf4f46a2216496798edf4a1429878b646d12674aa62f27d8a25"],
			"sherpa-onnx-c-api.dll": [
				4_605_952,
				"b0801cd8eeead83213c60b92cc004de6f3ac4cd4a9ac7c388c16b97c590f1e99",
			],
		},
	},
];

const RUNTIMES: readonly Runtime[] = BUILDS.map(({ platform, files, ...build }) => ({
	kind: "native",
	parcels: [
		{
			...build,
			id: `${build.package}-${VERSION}`,
			what: "sherpa-onnx, the library that runs models of speech of many kinds",
			version: VERSION,
			licence: "Apache-2.0",
			source: "github.com/k2-fsa/sherpa-onnx",
			files: Object.entries(files).map(
				([path, [bytes, sha256]]): TakenFile => ({
					path,
					bytes,
					sha256,
					platform,
					...(path.endsWith(".node") && { role: "binding" }),
				}),
			),
		},
	],
}));

/** What runs a model of speech that the settings name; the model is the user's own. */
export const RECOGNISER: Model = {
	name: "recogniser",
	use: "a model of speech of your own, as `embedded.recogniser` names it",
	without: "Such a model is not used, and speech is heard by the pulled recogniser, which knows English.",
	parcels: [],
	runtimes: RUNTIMES,
	onlyIfAsked: true,
};
