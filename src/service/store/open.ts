import type { ServiceOptions } from "../options.ts";
import { folderStore } from "./folder/store.ts";
import type { Store } from "./store.ts";

/** The store that the service is given, else its data folder. */
export function openStore({ store, data }: Pick<ServiceOptions, "store" | "data">): Store {
	return store ?? folderStore(data);
}
