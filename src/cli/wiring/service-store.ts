import type { Settings } from "../../model/settings.ts";
import { folderStore } from "../../service/store/folder/store.ts";
import type { Store } from "../../service/store/store.ts";

/** What the embedded service of the settings keeps, but for media. */
export function serviceStore({ embedded }: Settings): Store {
	return folderStore(embedded.data);
}
