import type { Parcel, Runtime, TakenFile } from "../model/models.ts";

const of =
	(platform: string, folder: string) =>
	(name: string, given: readonly [bytes: number, sha256: string]): TakenFile => ({
		path: `bin/napi-v3/${folder}/${name}`,
		bytes: given[0],
		sha256: given[1],
		...(name.endsWith(".node") && { role: "binding" }),
		platform,
	});

const linuxX64 = of("linux-x64", "linux/x64");
const linuxArm = of("linux-arm64", "linux/arm64");
const macX64 = of("darwin-x64", "darwin/x64");
const macArm = of("darwin-arm64", "darwin/arm64");
const windowsX64 = of("win32-x64", "win32/x64");
const windowsArm = of("win32-arm64", "win32/arm64");

/**
 * The newest version that brings its libraries along: later ones download them from elsewhere while they are
 * installed.
 */
const ONNX_RUNTIME: Parcel = {
	id: "onnxruntime-1.16.3",
	what: "ONNX Runtime, the library that runs the model",
	package: "onnxruntime-node",
	version: "1.16.3",
	integrity:
		"sha512-6T2pjwg5ik74VnI1IXFzxvPAm2UCo+vNNsDGbMP+A2q6GZPMYai2pMA17g3YMUvgOZLwsjWBUwNIlP4QaVRFlA==",
	bytes: 33_233_639,
	licence: "MIT",
	source: "github.com/microsoft/onnxruntime",
	files: [
		linuxX64("onnxruntime_binding.node", [
			339_440,
			"2ad8a142bdf74c5b9cdb49982c06d29fda044e61d1929bad7fdf0f3551dae8d2",
		]),
		linuxX64("libonnxruntime.so.1.16.3", [
			17_434_352,
			"ce3752ba35018ee6d8127ff4cba955b68b9c8b8b0fed8798a8f2e5c4c5a35fa5",
		]),
		linuxArm("onnxruntime_binding.node", [
			233_656,
			"a34270f896ff464f61082f92118d11b8b163a3df2b5d4fb1118942467bc3b81d",
		]),
		linuxArm("libonnxruntime.so.1.16.3", [
			16_200_440,
			"ba1ae7bdd9e6402b094a28cdc07f56bd47c47ffc5dff94a116393af3e38725d0",
		]),
		macX64("onnxruntime_binding.node", [
			177_200,
			"28c3871210f82bb02ce8aee6074b241c544441694200871c4a210a8341084b33",
		]),
		macX64("libonnxruntime.1.16.3.dylib", [
			24_431_760,
			"26174b29cd5fb4645edfff01b1606e5e4d1879260e2213d8fa721239763fc8d6",
		]),
		macArm("onnxruntime_binding.node", [
			176_293,
			"9356e0ceda2c31e56eb9f2390c63219e83421f863e9ff548c0c48c0c41eb388c",
		]),
		macArm("libonnxruntime.1.16.3.dylib", [
			21_683_120,
			"033c67e1b06420827a00cffe9e6c63895b3fd0ef5d2044e392822a35b354d48d",
		]),
		windowsX64("onnxruntime_binding.node", [
			221_120,
			"400af785fb503b36a25a1466ecf53132d325f329670dcd5a4daee21c8fe70f04",
		]),
		windowsX64("onnxruntime.dll", [
			10_069_432,
			"6135d3c08003afb23b7c8997bed44d15d860e9bf8408aaa87e44fc8e4fe2fa48",
		]),
		windowsX64("onnxruntime_providers_shared.dll", [
			22_560,
			"a08d03fa0f2c4dd21bda9787a7119a5ee1cd0466892e73a8785c2db415d0edf6",
		]),
		windowsArm("onnxruntime_binding.node", [
			283_056,
			"4d2ad96bd189ff2b747414c446fa40d1c7f94030581ebc31d2423dfb0c06dedb",
		]),
		windowsArm("onnxruntime.dll", [
			10_360_352,
			"d7b8e35948bb5a043f59cfbffcc4ea991f78e3ebe5dedf4151b919c8448431c3",
		]),
		windowsArm("onnxruntime_providers_shared.dll", [
			21_032,
			"77ad8cad5dbcbb7f315ad4c1200ef7934fe345636f83f9f67acf6d2d1fa8565f",
		]),
	],
};

/** The oldest version with one WebAssembly file for everything, which is the smallest to fetch of them. */
const ONNX_RUNTIME_WEB: Parcel = {
	id: "onnxruntime-web-1.20.1",
	what: "ONNX Runtime for WebAssembly, which runs the model on every machine",
	package: "onnxruntime-web",
	version: "1.20.1",
	integrity:
		"sha512-TePF6XVpLL1rWVMIl5Y9ACBQcyCNFThZON/jgElNd9Txb73CIEGlklhYR3UEr1cp5r0rbGI6nDwwrs79g7WjoA==",
	bytes: 20_439_316,
	licence: "MIT",
	source: "github.com/microsoft/onnxruntime",
	files: [
		// Beside it the script is CommonJS, whatever folder the models are in.
		{
			path: "package.json",
			bytes: 3_355,
			sha256: "c303615e5005055b8aac7fcaa196a1795fc5495c54c24b5250c7fa6bb0b915ed",
		},
		{
			path: "dist/ort.wasm.min.js",
			bytes: 49_026,
			sha256: "e66568724f8848e57cc2a56e4bea3a5b86ce3ff81b2da11eac8ed7ab02b27bd4",
			role: "script",
		},
		{
			path: "dist/ort-wasm-simd-threaded.mjs",
			bytes: 24_618,
			sha256: "745eb7c0ce6f18a6aa521971b2877babc7ffb27eecb58ab3bc6e5ef4692672e8",
			role: "loader",
		},
		{
			path: "dist/ort-wasm-simd-threaded.wasm",
			bytes: 11_246_032,
			sha256: "207d02be4591c156b0a98f024f3d58005b5b04c92274d759fb390338c63559ea",
			role: "wasm",
		},
	],
};

/** What runs models in the ONNX format. */
export const ONNX_RUNTIMES: readonly Runtime[] = [
	{ kind: "native", parcels: [ONNX_RUNTIME] },
	{ kind: "wasm", parcels: [ONNX_RUNTIME_WEB] },
];
