import { NOW } from "../builders/world.ts";
import { fakeClock } from "../fakes/clock.ts";
import { changeByHand, deliver } from "./calendar.ts";
import type { Way } from "./ground.ts";
import type { Step } from "./history.ts";
import { forget, resolve, sayOfAccounts, sayOfSources } from "./people.ts";
import { REMOTE } from "./verdict.ts";
import { renamed } from "./wish.ts";
import { apply, CALM, executeLate, type World } from "./world.ts";

/** So many workspaces are there at most. */
const MOST = 4;

/** Does one step. */
export async function take(world: World, next: Step): Promise<void> {
	executeLate(world);
	if (world.ground.isAlone && !mayBeAlone(world, next)) return;
	const did = await TAKEN[next.do](world, next as never);
	if (did !== false) world.happened(did);
}

/**
 * What one workspace may see whose state alone remembers: it knows an account by its key or by its handle.
 */
function mayBeAlone(world: World, next: Step): boolean {
	if (next.do === "handle" || (next.do === "rename" && !next.told)) {
		const knows = next.do === "handle" ? "names" : "handles";
		world.known ??= knows;
		return world.known === knows;
	}
	return !BESIDE.has(next.do);
}

const BESIDE: ReadonlySet<Step["do"]> = new Set([
	...(["reconnect", "source", "repeat", "word", "forget", "begin", "go", "lose", "adopt"] as const),
	...(["old program", "home", "save", "restore"] as const),
]);

/** What came to pass, for the count; false: nothing did. */
type Counted = string | false;
type Taken = {
	readonly [Name in Step["do"]]: (
		world: World,
		step: Extract<Step, { readonly do: Name }>,
	) => Counted | Promise<Counted>;
};

const TAKEN: Taken = {
	...{ top: edit, accounts: edit, title: edit, at: edit, posting: edit, goes: edit },
	...{ resolution: edit, declared: edit, keep: edit },
	"by hand": byHand,
	async apply(world, next) {
		await apply(world, next);
		if (next.by === "watch") return "apply by watch";
		if (next.target !== undefined) return "apply of one account";
		return next.atOnce > 1 ? "apply, three at once" : "apply";
	},
	async resolve(world, { abandon }) {
		await resolve(world, world.here, { abandon });
		return "resolve";
	},
	jump(world, { ms }) {
		world.clockMs += ms;
		return "jump";
	},
	clipping(world, { limit }) {
		if (limit !== world.here.wish.limit) world.log.mayBeSubmitted++;
		world.here.wish = { ...world.here.wish, limit };
		return "clipping";
	},
	source(world, { source }) {
		if (source === world.here.wish.source) return false;
		world.log.mayBeSubmitted++;
		world.here.wish = { ...world.here.wish, source };
		return `source: ${source}`;
	},
	repeat({ here, log }, { repeat }) {
		here.wish = { ...here.wish, repeat };
		log.words.repeat = Math.max(log.words.repeat, repeat);
		return `repeat ${repeat}`;
	},
	rename({ here, log }, next) {
		const after = renamed(here.wish, next);
		if (after === here.wish) return false;
		here.wish = after;
		if (next.what === "video" && !next.told) log.mayBeSubmitted++;
		return `${next.what} is renamed${next.told ? "" : " without a word"}`;
	},
	handle(world, { of, to, told }) {
		const { platforms, here } = world;
		if (platforms.handles[of] === to) return false;
		world.platforms = { ...platforms, handles: { ...platforms.handles, [of]: to } };
		if (told) here.wish = { ...here.wish, handles: { ...here.wish.handles, [of]: to } };
		return `an account is renamed at its platform${told ? "" : ", and no campaign says so"}`;
	},
	reconnect(world, { of }) {
		const { ids } = world.platforms;
		const id = `${ids[of][0]}.${ids[of].length}`;
		world.platforms = { ...world.platforms, ids: { ...ids, [of]: [...ids[of], id] } };
		return "reconnect";
	},
	word: (world, { on, as }) => (on === "sources" ? sayOfSources(world, as) : sayOfAccounts(world, on, as)),
	forget,
	begin: (world, { way }) => begin(world, way),
	go(world, { to }) {
		const next = world.workspaces[to % world.workspaces.length];
		if (next === undefined || next === world.here) return false;
		world.here = next;
		if (!next.isOld) return "go";
		next.isOld = false;
		return "a program of before is replaced";
	},
	async lose(world) {
		const { ground, here, log } = world;
		log.mayBeSubmitted++;
		world.isDisturbed = true;
		for (const post of log.seen) if (post.from === here.place.name) post.isLost = true;
		await ground.lose(here.place);
		return "lose";
	},
	adopt: async ({ here }) => ((await here.place.adopt()) ? "adopt" : false),
	"old program": oldProgram,
	home: otherHome,
	save,
	restore,
};

function edit(world: World, { do: name, ...edited }: { readonly do: string }): string {
	world.here.wish = { ...world.here.wish, ...edited };
	return name;
}

/** A person looks into the service's own calendar. */
function byHand({ log, clockMs }: World, { how }: Extract<Step, { readonly do: "by hand" }>): Counted {
	deliver(log.calendar, fakeClock(NOW + clockMs).now());
	const waiting = [...log.calendar.posts.values()].find(({ status }) => status === "SCHEDULED");
	return waiting !== undefined && changeByHand(log.calendar, waiting.taskId, how) ? `${how} by hand` : false;
}

/** Another workspace with the campaign of this one. */
async function begin(world: World, way: Way): Promise<Counted> {
	const { here, ground, workspaces, log } = world;
	if (workspaces.length >= MOST) return false;
	const place = await ground.begin(here.place.home, { place: here.place, way });
	log.mayBeSubmitted++;
	world.here = { place, wish: here.wish, isOld: false };
	workspaces.push(world.here);
	return `begin: ${way}`;
}

/** A program of before applies beside: what it sends, later ones know. */
async function oldProgram(world: World): Promise<Counted> {
	const { here, ground, workspaces, log } = world;
	if (!ground.hasOldPrograms || here.isOld) return false;
	let old = workspaces.find(({ isOld, place }) => isOld && place.home === here.place.home);
	if (old === undefined) {
		if (workspaces.length >= MOST) return false;
		const place = await ground.begin(here.place.home, { place: here.place, way: "clone" });
		log.mayBeSubmitted++;
		old = { place, wish: here.wish, isOld: true };
		workspaces.push(old);
	}
	const wish = { ...here.wish, repeat: 1 };
	const isOther = (["video", "source", "limit"] as const).some((part) => wish[part] !== old?.wish[part]);
	if (isOther) log.mayBeSubmitted++;
	old.wish = wish;
	await apply(world, CALM, { at: old });
	return "old program";
}

async function otherHome(world: World): Promise<Counted> {
	const { here, ground, workspaces, log } = world;
	if (workspaces.length >= MOST) return false;
	const place = await ground.begin(await ground.home(), { place: here.place, way: "clone" });
	log.mayBeSubmitted++;
	world.here = { place, wish: here.wish, isOld: false };
	workspaces.push(world.here);
	return "home";
}

async function save(world: World): Promise<Counted> {
	const { here, ground, workspaces, log } = world;
	const { home } = here.place;
	const own = workspaces.filter(({ place }) => place.home === home);
	world.saved = {
		home: home.name,
		workspaces: own.map((workspace) => ({ workspace, wish: workspace.wish })),
		posts: log.seen.length,
		putBack: {
			home: await ground.save(
				home,
				own.map(({ place }) => place),
			),
			state: await ground.saveRemote?.("state"),
			everything: await ground.saveRemote?.("everything"),
		},
	};
	return "save";
}

/** A machine is set back to its snapshot, or the refs of a remote are. */
async function restore(world: World, { what }: Extract<Step, { readonly do: "restore" }>): Promise<Counted> {
	const { saved, log, ground, workspaces } = world;
	const putBack = saved?.putBack[what];
	if (saved === undefined || putBack === undefined) return false;
	await putBack();
	world.isDisturbed = true;
	for (const post of log.seen) post.isLost = true;
	log.mayBeSubmitted += MOST;
	if (what === "state") return "restore: the state on the remote";
	const forgetting = what === "everything" ? REMOTE : ground.isShared ? undefined : saved.home;
	if (forgetting) for (const post of log.seen.slice(saved.posts)) post.forgottenBy.add(forgetting);
	if (what === "everything") return "restore: the only remote";
	const gone = workspaces.filter(
		(each) =>
			each.place.home.name === saved.home && !saved.workspaces.some(({ workspace }) => workspace === each),
	);
	for (const each of gone) workspaces.splice(workspaces.indexOf(each), 1);
	for (const { workspace, wish } of saved.workspaces) workspace.wish = wish;
	const [first] = saved.workspaces;
	if (gone.includes(world.here) && first) world.here = first.workspace;
	return "restore: a machine";
}
