import { clip } from "../../builders/world.ts";
import { ACCOUNTS, BASE, cancelled, type Edited, edited, later, reviewed } from "./handed-over.ts";

const AT = "at: 2026-12-01T09:00";
const FIXED = 'k.post.fixed["talk@0-40000"].tube';
const SLOT = 'k.post.slots["talk@200000-240000"].tube';
const [tube, tik, other] = ACCOUNTS as readonly [
	(typeof ACCOUNTS)[number],
	(typeof ACCOUNTS)[number],
	(typeof ACCOUNTS)[number],
];
const moved = edited([AT, "at: 2026-12-01T12:00"]);
const blackout = edited(["from: 2026-12-02 }", "from: 2026-12-02, except: [2026-12-03] }"]);
const others = (title: (idx: number) => string) =>
	[0, 1, 2, 3, 4, 5].map((idx) =>
		clip(idx, { title: title(idx), description: `Anew ${idx}`, tags: ["anew"] }),
	);

const onMore = (...entry: readonly [string, string][]) =>
	edited(
		["  tik: {", "  more: { platform: youtube, username: Other }\n  tik: {"],
		['to: { tube: { title: "{{ clip.title }}" } }\n  short', "to: { more: {} }\n  short"],
		["to: { more: {} }", 'to: { more: { title: "{{ clip.title }}" } }'],
		...entry,
	);
const kept = onMore(["    schedule: mornings\n", "    schedule: mornings\n    keep: true\n"]);
const beside = { before: { text: kept, before: { text: BASE } } };

/** What becomes of edits later, and what is no edit. */
export const AFTERWARDS: Readonly<Record<string, Edited>> = {
	"cancelled, and the new time is handed over": { text: moved, state: (state) => cancelled(state, FIXED) },
	"cancelled, and the blackout date moves one post": {
		text: blackout,
		state: (state) => cancelled(state, SLOT),
	},
	"cancelled, and another account gets it": {
		text: edited(["username: Acme }", "username: Other }"]),
		state: (state) => cancelled(state, FIXED),
	},
	"cancelled by hand, and nothing else is asked for": {
		text: BASE,
		state: (state) => cancelled(state, FIXED),
	},
	"cancelled by hand in a slot, looked at after its time": {
		text: BASE,
		state: (state) => cancelled(state, SLOT),
		now: later(20),
	},
	"cancelled, and the edit taken back": { text: edited([AT, AT]), state: (state) => cancelled(state, FIXED) },
	"cancelled, and removed": {
		text: edited([/ {2}fixed:[\s\S]*(?= {2}slots:)/.exec(BASE)?.[0] ?? "?", ""]),
		state: (state) => cancelled(state, FIXED),
	},
	"a time edited once it is out, to one that is out too": { text: moved, now: later(11) },
	"a time edited once it is out": { text: edited([AT, "at: 2026-12-20T09:00"]), now: later(11) },
	"a blackout date that is over": { text: blackout, now: later(20) },
	"wording that was generated anew": { text: BASE, found: others((idx) => `Anew ${idx}`) },
	"wording that was generated anew, under an edited template": {
		text: edited(["{{ clip.title }} live", "Live: {{ clip.title }}"]),
		found: others((idx) => `Anew ${idx}`),
	},
	"wording that was generated anew, under edits of what it was": {
		text: BASE,
		before: { text: BASE, clips: reviewed(1, "title: Better") },
		clips: reviewed(1, "title: Better"),
		found: others((idx) => `Anew ${idx}`),
	},
	"clips ranked otherwise by a later task": {
		text: BASE,
		found: [0, 1, 2, 3, 4].map((idx) => ({ ...clip(idx), idx: 4 - idx })),
	},
	"better clips that a later task found": {
		text: BASE,
		found: [5, 6, 7, 8, 9, 0, 1, 2, 3, 4].map((id, idx) => ({ ...clip(id), idx })),
	},
	"better clips that a later task found, and one more is asked for": {
		text: edited(["ranks: [1, 2, 3]", "ranks: [1, 2, 3, 5]"]),
		found: [5, 6, 7, 8, 9, 0, 1, 2, 3, 4].map((id, idx) => ({ ...clip(id), idx })),
	},
	"cuts that a later task moved a little": {
		text: BASE,
		found: [0, 1, 2, 3, 4, 5].map((idx) =>
			clip(idx, { moment: { from: idx * 100_000 + 300, to: idx * 100_000 + 39_000 } }),
		),
	},
	"clips that a later task did not find": { text: BASE, found: [clip(5)] },
	"the account renamed on its platform and in the campaign": {
		text: edited(["username: Acme }", "username: acme-tv }"]),
		accounts: [{ ...tube, username: "acme-tv" }, tik, other],
	},
	"another account that took the name": {
		text: BASE,
		accounts: [{ ...tube, username: "acme-old" }, { ...tube, id: "acc-9" }, tik, other],
	},
	"the account connected anew under another id": {
		text: BASE,
		accounts: [{ ...tube, id: "acc-9" }, tik, other],
	},
	"an edit of what 0.1.0 handed over": { text: moved, state: (state) => learnt(state) },
	"other clips than 0.1.0 was asked for": {
		text: edited(["[1, 2, 3]", "[1, 2]"]),
		state: (state) => learnt(state),
	},
	"a renamed account of what 0.1.0 handed over": {
		text: edited(["username: Acme }", "username: acme-tv }"]),
		accounts: [{ ...tube, username: "acme-tv" }, tik, other],
		state: (state) => learnt(state),
	},
	"wording that was generated anew, of what 0.1.0 handed over": {
		text: BASE,
		found: others((idx) => `Anew ${idx}`),
		state: (state) => learnt(state),
	},
	"nothing after 0.1.0": { text: BASE, state: (state) => learnt(state) },
	"kept at its account, with the new one handed over": { ...beside, text: kept },
	"kept at its account, and `keep` taken away later": { ...beside, text: onMore() },
	"kept at its account, and `keep` taken away before the new one was handed over": { text: onMore() },
	"kept at its account, and that is back": { ...beside, text: BASE },
	"kept at its account, and public by now": { ...beside, text: kept, now: later(20) },
	"kept at its account, and the entry removed later": {
		...beside,
		text: edited([/ {2}slots:[\s\S]*(?= {2}short:)/.exec(BASE)?.[0] ?? "?", ""]),
	},
	"a campaign file that was renamed back and forth": { text: edited(["campaign: k", "campaign: k "]) },
};

/** A state as 0.1.0 wrote it. */
function learnt(state: Parameters<NonNullable<Edited["state"]>>[0]): typeof state {
	const resources = Object.entries(state.resources).map(([address, resource]) => {
		if (resource.kind !== "post") return [address, resource];
		const { asked: _, ...request } = resource.request;
		return [address, { ...resource, request }];
	});
	return { ...state, resources: Object.fromEntries(resources) };
}
