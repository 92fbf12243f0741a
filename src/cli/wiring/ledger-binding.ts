import type { Settings } from "../../model/settings.ts";
import { readDataId } from "../../service/store/data-id.ts";
import type { LedgerBinding } from "../../state/ledger/binding.ts";
import { ledgerFolderOf } from "./machine-record.ts";
import { serviceStore } from "./service-store.ts";

/** The ledger that a state in a file is written with. */
export function bindingOf(settings: Settings): LedgerBinding {
	const folder = ledgerFolderOf(settings);
	if (settings.service.url !== undefined) return { folder };
	return {
		folder,
		local: { used: async () => (await readDataId(await serviceStore(settings))) !== undefined },
	};
}
