import { type AddressText, parseAddress } from "./address.ts";

/** The folder of the embedded service that posts are delivered to when nothing else takes them. */
export interface Outbox {
	/** As it opens from the current folder. */
	readonly folder: string;
	/** `CAMPAIGN.ACCOUNT` of each account whose posts it gets. Absent: of all. */
	readonly accounts?: readonly string[];
	/** Those whose posts become drafts, which their creator publishes on the platform. Absent: none. */
	readonly drafts?: readonly string[];
}

/** Whether it gets a post, or the posts that a pattern names. `outbox` absent: a service elsewhere posts. */
export function isForOutbox(text: AddressText, outbox: Outbox | undefined): boolean {
	if (outbox?.accounts === undefined) return outbox !== undefined;
	const address = parseAddress(text);
	return address?.kind === "post" && outbox.accounts.includes(accountName(address.campaign, address.account));
}

/** Whether a post becomes a draft on its platform. */
export function isDraft(text: AddressText, outbox: Outbox | undefined): boolean {
	const address = parseAddress(text);
	const isPost = address?.kind === "post";
	return isPost && outbox?.drafts?.includes(accountName(address.campaign, address.account)) === true;
}

/** How an account of a campaign is named among those of an outbox. */
export function accountName(campaign: string, account: string): string {
	return `${campaign}.${account}`;
}
