import type { AddressText } from "./address.ts";

/** Something known under one address that belongs under another. */
export interface Relocation {
	readonly from: AddressText;
	readonly to: AddressText;
}
