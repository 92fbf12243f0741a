import type { ServiceOptions } from "../options.ts";
import { folderMedia } from "./folder.ts";
import type { Media } from "./media.ts";

/** The media that the service is given, else those of its data folder. */
export function openMedia({ media, data }: Pick<ServiceOptions, "media" | "data">): Media {
	return media ?? folderMedia(data);
}
