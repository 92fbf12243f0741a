import type { ServicePost, ServicePostResult } from "../model/service-post.ts";
import { type Ink, moment, paint, plain } from "./ink.ts";

/** Publishing tasks of the service, one a line, and below each one what became of it for its accounts. */
export function renderServicePosts(
	posts: readonly ServicePost[],
	ink: Ink & { readonly zone: string },
): string {
	if (posts.length === 0) return "The service holds no posts.\n";
	const lines = posts.flatMap(({ taskId, status, scheduledAt, results }) => [
		`${taskId}  ${inColor(status, ink)}  ${scheduledAt === undefined ? "at once" : moment(scheduledAt, ink.zone)}`,
		...results.map((result) => `    ${resultLine(taskId, result)}`),
	]);
	return `${lines.join("\n")}\n`;
}

function resultLine(taskId: string, result: ServicePostResult): string {
	const { accountId, account, status, state, error, note, location, url } = result;
	const where = url ?? location;
	const parts = [
		`${plain(account ?? accountId)}: ${state === undefined ? status : state}`,
		...[where, note, error].flatMap((text) => (text === undefined ? [] : [plain(text)])),
	];
	if (state !== "unknown") return parts.join("  ");
	const resolve = `showrun posts resolve ${taskId} ${accountId}`;
	return [...parts, `Then: ${resolve} --posted, or ${resolve} --not-posted`].join("  ");
}

function inColor(status: string, ink: Ink): string {
	const { green, yellow, red } = paint(ink);
	if (status === "DONE") return green(status);
	return status === "ERROR" || status === "PARTIAL_DONE" ? red(status) : yellow(status);
}
