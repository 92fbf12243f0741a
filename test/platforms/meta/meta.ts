/** Instagram and Facebook: two platforms that share people, apps and a host. */
import { peopleOperations } from "../core/operations.ts";
import type { Json, Platform, World } from "../core/platform.ts";
import { containerRoutes } from "./containers.ts";
import { instagramLoginRoutes, instagramToken } from "./instagram-login.ts";
import { loginRoutes, pageToken, userToken } from "./login.ts";
import { mediaRoutes } from "./media.ts";
import {
	envelope,
	facebookSettings,
	HOSTS,
	IG_SCOPES,
	instagramSettings,
	type Meta,
	PAGES,
	PEOPLE,
	REDIRECTS,
	type Reel,
	SCOPES,
} from "./model.ts";
import { publishDue, reelRoutes } from "./reels.ts";

export function createMeta(world: World): readonly Platform[] {
	const apps = ["facebook", "instagram"].map((kind) => ({
		...{
			id: kind === "facebook" ? "9000000001" : "9000000002",
			kind,
			secret: world.canaries.secret(`${kind}-secret`),
		},
		redirects: (uri: string) => REDIRECTS.includes(uri) && (kind === "facebook" || uri.startsWith("https:")),
	}));
	const meta: Meta = {
		...{ world, apps, consent: { account: PEOPLE[0] ?? "", deny: false }, containers: [], reels: [] },
		...{ instagram: instagramSettings(), facebook: facebookSettings() },
	};
	const people = (kind: string) => ({
		...{ apps: apps.filter((app) => app.kind === kind), accounts: PEOPLE, consent: meta.consent },
	});
	const instagram: Platform = {
		...{ name: "instagram", hosts: [HOSTS.igDialog, HOSTS.igToken, HOSTS.igGraph], envelope },
		...{ settings: meta.instagram, settle: () => {} },
		routes: [...instagramLoginRoutes(meta), ...containerRoutes(meta), ...mediaRoutes(meta)],
		operations: peopleOperations(world, {
			...{ ...people("instagram"), scopes: IG_SCOPES },
			issue: (grant, lifeMs = 3600_000) => ({ access: instagramToken(meta, grant, lifeMs) }),
		}),
	};
	const facebook: Platform = {
		...{ name: "facebook", hosts: [HOSTS.dialog, HOSTS.graph, HOSTS.upload], envelope },
		...{ settings: meta.facebook, settle: () => publishDue(meta, "schedule") },
		routes: [...loginRoutes(meta), ...reelRoutes(meta)],
		operations: {
			...peopleOperations(world, {
				...{ ...people("facebook"), scopes: SCOPES },
				issue: (grant, lifeMs = meta.facebook.userTokenMs) => ({ access: userToken(meta, grant, lifeMs) }),
			}),
			page: (input) => pageAccess(meta, input),
			reels: () => ({ reels: meta.reels.map(heldOf) }),
		},
	};
	return [instagram, facebook];
}

/** What the platform holds, for assertions on what no client may read. */
function heldOf({ finished, isRemoved = false }: Reel): object {
	return { finished, isRemoved };
}

/** A Page token, as a System User has it: `{ page, scopes? }`. The linked Instagram account takes it too. */
function pageAccess(meta: Meta, { page: id, scopes }: Json): object {
	const page = PAGES.find((each) => each.id === id);
	const app = meta.apps.find(({ kind }) => kind === "facebook");
	if (page === undefined || app === undefined) throw new Error(`there is no Page ${id}`);
	const granted = (scopes as readonly string[] | undefined) ?? SCOPES;
	const grant = { account: page.owner, app: app.id, scopes: granted, revoked: false };
	return { access_token: pageToken(meta, grant, page).value, instagram: page.instagram };
}
