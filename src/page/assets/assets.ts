import type { AssetPaths } from "../views/layout.ts";
import { FILES } from "./assets.gen.ts";

/** A file that pages load. */
export interface Asset {
	readonly path: string;
	readonly type: string;
	readonly text: string;
}

export const ASSETS: readonly Asset[] = Object.values(FILES);

export const ASSET_PATHS: AssetPaths = {
	style: FILES["page.css"].path,
	script: FILES["page.js"].path,
	icon: FILES["icon.svg"].path,
};
