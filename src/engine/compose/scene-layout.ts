import type { Subject } from "../see/subjects.ts";
import type { Box } from "./boxes.ts";
import type { CameraMove } from "./camera-path.ts";
import type { Size } from "./output-size.ts";
import type { PixelBox } from "./pixel-boxes.ts";

/** A part of the picture, scaled to a place of the output. Both have the same shape. */
export interface Panel {
	readonly from: Box;
	readonly at: PixelBox;
	/** Where the part moves to: its left upper corner, in shares of the picture. Absent: it stands still. */
	readonly moves?: readonly CameraMove[];
	/** A frame of white around it, in pixels. */
	readonly frame?: number;
}

/** What of the picture a panel shows. */
export type PanelCrop = Pick<Panel, "from" | "moves">;

/** What one scene of the output is put together from; later panels lie above earlier ones. */
export interface SceneLayout {
	readonly panels: readonly Panel[];
	/** A blurred copy of the whole picture shows where no panel does. */
	readonly behind: boolean;
}

/** Everything a layout is drawn from. */
export interface LayoutInput {
	readonly picture: Size;
	readonly output: Size;
	/** From left to right. */
	readonly subjects: readonly Subject[];
	/** It lives everywhere: cutting off its sides cuts no text. */
	readonly filmed?: boolean;
}
