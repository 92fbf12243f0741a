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
};
