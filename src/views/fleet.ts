import type { Fleet, FleetDaemon, FleetStandby } from "../model/fleet.ts";
import type { PlanInk } from "./change.ts";
import { plain, wrap } from "./ink.ts";

/** Who makes the passes of a workspace that several machines share, who would take over, what is applied. */
export function renderFleet({ leader, standby, applied }: Fleet, ink: PlanInk): string {
	const leads = leader && `Active daemon: ${daemonText(leader)}, fence ${plain(leader.fence)}.`;
	// Where nobody runs `showrun watch`, nothing is missing.
	const nobody = standby.length > 0 ? "No daemon is active at the moment." : undefined;
	const waits = standby.length > 0 ? `On standby: ${standby.map(standbyText).join("; ")}.` : undefined;
	const commit =
		applied &&
		`Applied commit: ${plain(applied.commit.slice(0, 10))}, since ${plain(applied.at)} by ${plain(applied.host)}.`;
	const sentences = [leads ?? nobody, waits, commit].filter((text) => text !== undefined);
	if (sentences.length === 0) return "";
	return `\n${sentences.flatMap((text) => wrap(text, ink.width)).join("\n")}\n`;
}

function daemonText({ host, user, pid, since }: FleetDaemon): string {
	return `${plain(host)} (pid ${pid} of ${plain(user)}, since ${plain(since)})`;
}

function standbyText(daemon: FleetStandby): string {
	const { staleCommit } = daemon;
	const why = staleCommit === undefined ? "" : ` with the older commit ${plain(staleCommit.slice(0, 10))}`;
	return `${daemonText(daemon)}${why}`;
}
