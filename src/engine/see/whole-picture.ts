import type { Box } from "../compose/boxes.ts";
import type { Scene } from "./scenes.ts";

/** A scene that was seen between black bars, in shares of the whole picture. */
export function inWhole(scene: Scene, inner: Box | undefined): Scene {
	if (inner === undefined) return scene;
	const { subjects, slideText } = scene;
	const at = (x: number, y: number) => ({ x: inner.x + x * inner.width, y: inner.y + y * inner.height });
	const grown = ({ x, y, width, height }: Box): Box => ({
		...at(x, y),
		width: width * inner.width,
		height: height * inner.height,
	});
	return {
		...scene,
		subjects: subjects.map(({ box, face }) => ({
			box: grown(box),
			...(face && {
				face: {
					box: grown(face.box),
					path: face.path.map((each) => ({ ...each, ...at(each.x, each.y) })),
				},
			}),
		})),
		...(slideText && { slideText: slideText.map(grown) }),
	};
}
