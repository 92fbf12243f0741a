import { NoCampaignFault } from "../../campaign/find-files.ts";
import { StopFault } from "../../model/fault.ts";
import type { Settings } from "../../model/settings.ts";
import { findWorkspaces } from "../../settings/find-workspace.ts";
import { fileStore } from "../../state/file/store.ts";
import type { GitPosts } from "../../state/git/posts.ts";
import type { GitPlaced } from "../../state/git/store.ts";
import { knowledgeOf, sourcesOf } from "../../state/ledger/facts.ts";
import { type Listed, ledgerOf, namingOf } from "./ledger.ts";
import { outsideOf } from "./machine-record.ts";

/** Where git keeps the state. Undefined: a file is the state. */
export function gitOf(settings: Settings, listed: Listed = () => undefined): GitPlaced | undefined {
	const { stateGit, root, service, state } = settings;
	if (stateGit === undefined) return undefined;
	const forgetful = service.url !== undefined && !settings.statePersistent && underCi(process.env);
	return {
		...stateGit,
		folder: root,
		env: process.env,
		before: () => fileStore({ path: state, outside: outsideOf(settings) }).read(),
		posts: postsOf(settings, listed),
		campaigns: () => campaignsIn(root),
		...(forgetful && { forgetful }),
	};
}

/** The settings with the state that `--expect-state` names. Throws `StopFault` where git does not keep it. */
export function expecting(
	settings: Settings,
	{ expectState: expected }: { readonly expectState?: string | undefined },
): Settings {
	if (expected === undefined) return settings;
	if (settings.stateGit === undefined)
		throw new StopFault("--expect-state is for a state that git keeps, and this one is kept elsewhere.", {
			remedy: "Leave it out, or set state: git in showrun.config.yaml.",
		});
	return { ...settings, stateGit: { ...settings.stateGit, expected } };
}

/** Whether this runs under CI. */
export function underCi({ CI = "" }: Readonly<Record<string, string | undefined>>): boolean {
	return !["", "0", "false"].includes(CI.toLowerCase());
}

/** Names of the campaigns of a workspace that can be read. */
export async function campaignsIn(root: string): Promise<readonly string[]> {
	const { inspect } = await import("./workspace.ts");
	const { signal } = new AbortController();
	try {
		const [own] = await findWorkspaces([root], { cwd: process.cwd(), signal });
		const { campaigns } = await inspect({ ...own, paths: [root] }, signal);
		return campaigns.map(({ name }) => name);
	} catch (error) {
		if (error instanceof NoCampaignFault) return [];
		throw error;
	}
}

function postsOf(settings: Settings, listed: Listed): GitPosts {
	return {
		listed,
		naming: async (lineage) => namingOf(settings, lineage),
		async knowledge(scope) {
			const facts = await (await ledgerOf(settings)).facts();
			return { ...knowledgeOf(facts, scope), sources: sourcesOf(facts, []) };
		},
	};
}
