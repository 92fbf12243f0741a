import { type AccountRef, accountKey } from "../model/account.ts";
import type { AddressText } from "../model/address.ts";
import type { EpochMs } from "../model/brand.ts";
import { entriesOf } from "../model/keys.ts";
import type { PostBody } from "../model/post.ts";
import { RULES } from "../model/rules.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { composedOf } from "./composed.ts";
import type { WantedPost } from "./desired/wanted.ts";

/**
 * Every text that was posted or is about to be, found by account and words, so that planning stays linear.
 */
export interface KnownTexts {
	add(wanted: WantedPost, at: EpochMs): void;
	/**
	 * The post with the same text on that account within the days of repeated-text, or on another account of X.
	 */
	find(wanted: WantedPost, at: EpochMs): AddressText | undefined;
}

interface KnownText {
	readonly address: AddressText;
	readonly account: string;
	readonly at: EpochMs;
}

const DAYS = RULES["repeated-text"].limits?.find(({ unit }) => unit === "days")?.least ?? 0;
const NEAR_MS = DAYS * 86_400_000;

/** Starts with what state remembers. */
export function knownTexts({ resources }: Pick<Snapshot, "resources">): KnownTexts {
	const known = new Map<string, KnownText[]>();
	const add = (key: string | undefined, text: KnownText) => {
		if (key === undefined) return;
		const all = known.get(key);
		if (all === undefined) known.set(key, [text]);
		else all.push(text);
	};
	for (const [address, state] of entriesOf(resources)) {
		if (state.kind !== "post" || state.status === "ERROR" || state.status === "CANCELLED") continue;
		const { body, account, scheduledAt = state.acceptedAt } = state.request;
		add(keyOf(account, body), { address, account: accountKey(account), at: scheduledAt });
	}
	return {
		add: (wanted, at) => {
			const { body } = composedOf(wanted);
			const { address, account } = wanted;
			add(body && keyOf(account, body), { address, account: accountKey(account), at });
		},
		find: (wanted, at) => {
			const { body } = composedOf(wanted);
			const { address, account } = wanted;
			const key = body && keyOf(account, body);
			const own = accountKey(account);
			const near = (each: KnownText) => each.account !== own || Math.abs(each.at - at) <= NEAR_MS;
			return key === undefined
				? undefined
				: known.get(key)?.find((each) => each.address !== address && near(each))?.address;
		},
	};
}

/** On X the same words count on all accounts together. Without words there is nothing to repeat. */
function keyOf(account: AccountRef, { title = "", description = "" }: PostBody): string | undefined {
	const words = `${account.platform === "twitter" ? "" : title}\n${description}`
		.normalize("NFC")
		.replace(/\s+/g, " ")
		.trim();
	return words === ""
		? undefined
		: `${account.platform === "twitter" ? "twitter" : accountKey(account)} ${words}`;
}
