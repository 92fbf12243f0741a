/** Mutants that no test notices, each with its reason: most change nothing that anybody can see. */
export const SURVIVORS: Readonly<Record<string, string>> = {
	"src/api/send.ts: dropped statement: await client.destroy();":
		"the connection of a finished request closes by itself; this ends it sooner",
	'src/reconcile/connect.ts: emptied return: "look" as const => undefined':
		"the other answer is compared with; anything else is a look",
	"src/plan/moments.ts: changed constant: 1 => 2":
		"one stretch more or less is looked through; moments that overlap enough share another one",
	"src/plan/unknowns.ts: swapped operator: a.id < b.id => (a.id) <= (b.id)":
		"no two attempts have the same id",
	"src/plan/agenda.ts: changed constant: 1 => 2": "of an order only the sign counts",
	"src/plan/calendar.ts: changed constant: 86_400_000 => 86400001":
		"the horizon of ten years moves by four seconds: no slot is looked for there",
	"src/plan/repeated.ts: dropped default: unclearSources ?? [] => unclearSources":
		"what is unclear about neither service nor account is unclear about its source",
	"src/plan/times.ts: changed constant: 0 => 1": "a post of that queue always has a slot",
	"src/reconcile/saved/digest.ts: changed constant: 1 => 2": "of an order only the sign counts",
	"src/plan/newer-models.ts: dropped default: campaigns .flatMap(({ name, videos }) => videos.filter((each) => videoAddress(name, each.name) === v => campaigns .flatMap(({ name, videos }) => videos.filter((each) => videoAddress(name, each.name) === v":
		"a post that is ahead is of a video of its campaign",
	"src/plan/desired/kept-posts.ts: emptied return: new Map() => undefined":
		"where nothing is kept nothing is looked up",
	"src/plan/unasked.ts: changed constant: 1 => 2": "of one kept post only its clip is asked for",
	"src/plan/removed-posts.ts: emptied return: change => undefined":
		"what nothing is decided about stays as it is",
	'src/plan/timed-post.ts: dropped default: schedule?.name ?? "" => schedule?.name':
		"the remedies of a post without a schedule name none",
	"src/plan/desired/choose.ts: emptied return: false => undefined": "both are no",
	'src/reconcile/resolution.ts: dropped default: taskId ?? "" => taskId':
		"without an id the one that is made up is taken out again",
	"src/plan/times.ts: negated condition: from === undefined => !(from === undefined)":
		"two marks change their names with one another",
	"src/plan/items/with-items.ts: swapped operator: a < b => (a) <= (b)": "no two items have the same key",
	"src/plan/quota-left.ts: changed constant: 0 => 1": "a millisecond after 1970 is before now too",
	"src/plan/removed-posts.ts: emptied return: false => undefined": "both are no",
	"src/plan/removed-posts.ts: changed constant: false => true":
		"every address here is that of a post; the line tells the compiler",
	"src/plan/review.ts: dropped default: levels.get(campaignOf(wanted.address)) ?? {} => levels.get(campaignOf(wanted.address))":
		"a post that is wanted is of a campaign that was loaded",
	"src/plan/limits.ts: dropped default: units ?? Number.POSITIVE_INFINITY => units":
		"what is not a number is not within a limit either",
	"src/plan/refused.ts: changed constant: 3_600_000 => 3600001": "the longest wait grows by milliseconds",
	"src/api/send.ts: changed constant: 60_000 => 60001": "a limit of a minute grows by a millisecond",
	"src/plan/newer-models.ts: swapped operator: at > submittedAt => (at) >= (submittedAt)":
		"no model comes in the very millisecond of a submission",
	"src/plan/review.ts: swapped operator: at < expireAt => (at) <= (expireAt)":
		"a millisecond more or less until results are gone",
};
