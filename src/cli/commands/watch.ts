import { defined } from "../../model/defined.ts";
import { type Clock, systemClock } from "../../system/clock.ts";
import { NO_FLAGS } from "../flags/plan.ts";
import { openLog } from "../terminal/log.ts";
import { stopSignal } from "../terminal/terminal.ts";
import type { WorkspacePaths } from "../wiring/campaign-options.ts";
import { eachWorkspace, type OneWorkspace } from "../wiring/each-workspace.ts";
import { openReloads, type Reloads } from "../wiring/reloads.ts";
import { superviseBy } from "../wiring/supervisor.ts";
import { ownEndpoints, type WatchLife } from "../wiring/watch-endpoints.ts";
import { openLeads } from "../wiring/watch-lead.ts";
import { becomeOnlyWatch } from "../wiring/watch-lock.ts";
import type { WatchFlags } from "../wiring/watch-session.ts";
import { type Several, watchSeveral } from "../wiring/watch-several.ts";
import { watchableSettings, watchWorkspace } from "../wiring/watch-workspace.ts";
import { apply } from "./apply.ts";

/**
 * `showrun watch`: keeps the campaigns applied until Ctrl-C or SIGTERM; with `--once` until nothing is left
 * to do or to wait for.
 */
export async function watch(
	paths: readonly string[],
	flags: WatchFlags,
	clock: Clock = systemClock,
): Promise<void> {
	if (flags.once) return apply(paths, { ...NO_FLAGS, ...flags, autoApprove: true });
	const reloads: Reloads[] = [];
	const signal = stopSignal({
		reload: () => {
			for (const each of reloads) each.ask();
		},
		...defined({ drainMs: flags.drain && flags.drain * 1_000 }),
	});
	const single = { "--ui": flags.ui !== undefined, "--expect-state": flags.expectState !== undefined };
	const [only, ...others] = await eachWorkspace(paths, { signal, single });
	const command = ["showrun watch", ...paths].join(" ");
	const log = openLog();
	const supervisor = superviseBy({ log, signal, isAlive: () => !life.isStuck() });
	const life: WatchLife = { supervisor, log, isStuck: () => false };
	const host: Several = {
		...{ command, flags, clock, log, signal, life, leads: openLeads({ clock, command }) },
		reloadsOf() {
			const own = openReloads();
			reloads.push(own);
			return own;
		},
	};
	try {
		await (others.length === 0 ? watchOne(only, host) : watchSeveral([only, ...others], host));
		log({ level: "info", message: "stopped" });
	} finally {
		await supervisor.close();
	}
}

/** Where there is no other workspace, the paths tell the root each time, and refuse another one inside. */
function pathsOf({ paths, root, without }: OneWorkspace): WorkspacePaths {
	return without === undefined ? { paths } : { paths, without, ...defined({ root }) };
}

async function watchOne(one: OneWorkspace, { leads, reloadsOf, life, ...host }: Several): Promise<void> {
	const settings = await watchableSettings(pathsOf(one), host.flags);
	const lock = await becomeOnlyWatch(settings, host);
	try {
		await watchWorkspace({
			...{ ...host, ...pathsOf(one), settings, reloads: reloadsOf(), leads: leads.keep(host.log) },
			...{ endpoints: ownEndpoints(life), inTurn: (work) => work() },
		});
	} finally {
		await lock.release();
	}
}
