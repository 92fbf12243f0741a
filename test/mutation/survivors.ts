const LOOKS = "only how soon something is looked at again changes; nothing is sent";
const UNTESTED = "no test tells it apart yet: to be noticed by a test, then taken off this list";

/** Mutants that no test notices, each with its reason: most change nothing that anybody can see. */
export const SURVIVORS: Readonly<Record<string, string>> = {
	"src/reconcile/connect.ts: dropped statement: looks = -1;": LOOKS,
	"src/reconcile/loop.ts: dropped await: await pause(run, rest, idle) => pause(run, rest, idle)":
		"the fake clock moves on at once: only a real clock would be asked again and again",
	"src/api/send.ts: dropped statement: await client.destroy();":
		"the connection of a finished request closes by itself; this ends it sooner",
	'src/reconcile/connect.ts: emptied return: "look" as const => undefined':
		"the other answer is compared with; anything else is a look",
	"src/plan/moments.ts: changed constant: 1 => 2": UNTESTED,
	"src/plan/times.ts: swapped operator: slot === undefined || bookings.taken(limits.account, slot.at) => (slot === undefined) && (bookings.taken(limits.account, slot.at))":
		UNTESTED,
	"src/plan/repeated.ts: swapped operator: now === undefined || then === undefined => (now === undefined) && (then === undefined)":
		UNTESTED,
	"src/reconcile/settle.ts: swapped operator: now - seen.succeededAt => (now) + (seen.succeededAt)": UNTESTED,
	'src/plan/agenda.ts: dropped default: request?.body.title ?? (known.change?.action === "publish" ? known.change.title : undefined) ?? clip => request?.body.title ?? (known.change?.action === "publish" ? known.change.title : undefined)':
		UNTESTED,
	"src/reconcile/unknowns.ts: changed constant: false => true": UNTESTED,
	"src/reconcile/retry.ts: changed constant: 2 => 3":
		"the pause before a try that is safe becomes a little shorter",
	"src/reconcile/retry.ts: emptied return: context.signal.throwIfAborted() => undefined": UNTESTED,
	"src/reconcile/observe.ts: dropped await: await observeRendition(context, { address, state }, memory) => observeRendition(context, { address, state }, memory)":
		UNTESTED,
	"src/plan/account-health.ts: dropped default: a.at ?? Number.POSITIVE_INFINITY => a.at": UNTESTED,
};
