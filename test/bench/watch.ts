/**
 * How soon `showrun watch` sends again after its service was away: two outages, each of them ended by a
 * restart of the service after `kill -9`. No cron is due meanwhile. Prints seconds.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pause, start, until } from "../journeys/program.ts";
import { again, KEY, serve } from "../journeys/server.ts";
import { CAMPAIGN, deliveredIn, remoteSettings, renderedWorkspace, video } from "../journeys/workspace.ts";

const OUTAGES_MS = [10_000, 45_000];

/** The campaign with so many of its three accounts. */
function campaign(accounts: number): string {
	const [head = "", ...rest] = CAMPAIGN.split(/^(?= {6}\w+: \{)/m);
	return [head, ...rest.slice(0, accounts)].join("");
}

/** Prints the time from the service's return to the next delivery. */
export async function benchWatch(): Promise<void> {
	const source = video("bench-watch", { seconds: 12 });
	const there = renderedWorkspace(source);
	let server = await serve(there);
	const settings = `${remoteSettings(server.url)}daemon: { cron: "0 0 1 1 *" }\n`;
	const here = renderedWorkspace(source, {
		"showrun.config.yaml": settings,
		"talk.campaign.yaml": campaign(1),
	});
	const running = start(["watch"], { cwd: here, env: KEY, limitMs: 900_000 });
	await until(() => deliveredIn(there).length === 1, { running });
	console.log("service away  next send after its return");
	for (const [index, awayMs] of OUTAGES_MS.entries()) {
		server.running.kill("SIGKILL");
		await server.running.ended;
		writeFileSync(join(here, "talk.campaign.yaml"), campaign(index + 2));
		await pause(awayMs);
		server = await again(there, server);
		const returned = performance.now();
		await until(() => deliveredIn(there).length === index + 2, { running });
		const seconds = ((performance.now() - returned) / 1_000).toFixed(1);
		console.log(`${String(awayMs / 1_000).padStart(10)} s  ${seconds.padStart(24)} s`);
	}
	running.kill("SIGTERM");
	await running.ended;
	server.running.kill("SIGTERM");
	await server.running.ended;
}
