const SENDING = "only test/api/send.test.ts could tell, and it is left out where a busy machine fails it";
const GAP = "a gap in the tests and no equivalent: write the test, then take it off this list";

/** Mutants that no test notices, each with its reason: most change nothing that anybody can see. */
export const SURVIVORS: Readonly<Record<string, string>> = {
	"src/reconcile/loop.ts: dropped await: await pause(run, rest, idle) => pause(run, rest, idle)":
		"the fake clock moves on at once: only a real clock would be asked again and again",
	"src/api/send.ts: dropped statement: await client.destroy();":
		"the connection of a finished request closes by itself; this ends it sooner",
	'src/reconcile/connect.ts: emptied return: "look" as const => undefined':
		"the other answer is compared with; anything else is a look",
	"src/plan/moments.ts: changed constant: 1 => 2":
		"one stretch more or less is looked through; moments that overlap enough share another one",
	"src/plan/unknowns.ts: swapped operator: a.id < b.id => (a.id) <= (b.id)":
		"no two attempts have the same id",
	"src/plan/agenda.ts: changed constant: 1 => 2": "of an order only the sign counts",
	"src/plan/times.ts: changed constant: 0 => 1": "a post of that queue always has a slot",
	"src/api/send.ts: dropped statement: limitAnswer(attempt);": SENDING,
	"src/reconcile/send-once.ts: changed constant: true => false": GAP,
	"src/api/last-byte.ts: emptied return: connection.abort(new Error(`no response within ${answerMs / 1000} s`)) => undefined":
		SENDING,
	"src/api/last-byte.ts: negated condition: !read.signal.aborted => !(!read.signal.aborted)": SENDING,
	"src/plan/posted-moments.ts: emptied return: entries.filter((other) => isSame(entry, other)).length >= repeat => undefined":
		GAP,
	"src/plan/limits.ts: swapped operator: campaignOf(address) === name => (campaignOf(address)) !== (name)":
		GAP,
	"src/plan/declared.ts: dropped default: video.result?.clips ?? [] => video.result?.clips": GAP,
	"src/reconcile/step.ts: dropped statement: run.tried.add(address);": GAP,
	"src/reconcile/sources.ts: emptied return: { identity: { ...source, url: stableUrl(source.url) } } => undefined":
		GAP,
	"src/plan/posted-moments.ts: dropped default: posted.get(`${sourceKey(source)}>${accountKey(account)}`) ?? [] => posted.get(`${sourceKey(source)}>${accountKey(account)}`)":
		GAP,
	"src/api/send.ts: swapped operator: isSuccess(status) && complete => (isSuccess(status)) || (complete)":
		SENDING,
	"src/plan/bookings.ts: swapped operator: indexOf(times, until) - indexOf(times, from) >= most => (indexOf(times, until) - indexOf(times, from)) > (most)":
		GAP,
	"src/reconcile/step.ts: dropped default: memory.putOff.get(address)?.times ?? 0 => memory.putOff.get(address)?.times":
		GAP,
	"src/reconcile/saved/digest.ts: changed constant: 1 => 2": "of an order only the sign counts",
};
