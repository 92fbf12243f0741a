import { defined } from "../model/defined.ts";
import type { NotifyChannel, NotifyRules } from "../model/notify.ts";
import { type Facts, findingsOf } from "./conditions.ts";
import { type DigestState, digestOf, firstDigest, isDigestDue } from "./digest.ts";
import { type Announced, type Findings, newsFor } from "./news.ts";
import { type NoteSection, sectionsOf } from "./note.ts";
import { added, EMPTY_QUEUE, type Queue } from "./queue.ts";

/** What is recorded of one channel. */
export interface ChannelState {
	readonly told: Announced;
	readonly queue: Queue;
	/** Absent: it has no daily summary. */
	readonly digest?: DigestState;
}

/** A channel that was told nothing. */
export const NEW_CHANNEL: ChannelState = { told: {}, queue: EMPTY_QUEUE };

/** What notes need besides: a new id, and the name of the workspace. */
export interface NoteParts {
	readonly id: () => string;
	readonly workspace: string;
}

/**
 * What a channel has to send and was told, once things stand like this. Both change together: whoever writes
 * the state down has the message in it, or has not told it. Pure but for the id.
 */
export function hearing(
	state: ChannelState,
	facts: Facts,
	{
		channel,
		findings = findingsOf(facts),
		...parts
	}: {
		readonly channel: Pick<NotifyChannel, keyof NotifyRules>;
		readonly findings?: Findings;
	} & NoteParts,
): ChannelState {
	const { fresh, told } = newsFor(state.told, findings, channel.events);
	const [summary, digest] = digestNow(state.digest, facts, channel);
	const sections = [...sectionsOf(fresh), ...summary];
	if (sections.length === 0) return { ...state, told, ...defined({ digest }) };
	const note = {
		id: parts.id(),
		at: new Date(facts.now).toISOString(),
		workspace: parts.workspace,
		sections,
	};
	return { told, queue: added(state.queue, note), ...defined({ digest }) };
}

/** The summary that is due, and how far it came. */
function digestNow(
	before: DigestState | undefined,
	facts: Facts,
	{ digest, timezone }: NotifyRules,
): readonly [readonly NoteSection[], DigestState | undefined] {
	if (digest === undefined) return [[], undefined];
	const rules = { digest, timezone };
	const { now } = facts;
	const state = before ?? firstDigest(now, rules);
	if (facts.items === undefined || !isDigestDue(state, now, rules)) return [[], state];
	const section = digestOf(facts, state, rules);
	return [section === undefined ? [] : [section], firstDigest(now, rules)];
}
