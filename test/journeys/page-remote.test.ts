import { writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { startBetween } from "./between.ts";
import { type PageVisitor, visitPage } from "./page-visitor.ts";
import { start, until } from "./program.ts";
import { KEY, withServer } from "./server.ts";
import { showrunWarm } from "./warm.ts";
import { remoteSettings, renderedWorkspace, video } from "./workspace.ts";

const elsewhere = suite("the page over a service elsewhere");

/** Passes everything on to a server, and notes what passes. */
async function counting(server: string) {
	const passed: string[] = [];
	const heard = ({ method, url = "" }: IncomingMessage) => void passed.push(`${method} ${url.split("?")[0]}`);
	return { passed, ...(await startBetween(server, { heard })) };
}

const PATHS = [
	...["now", "calendar", "calendar?view=list", "clips", "plan", "posts", "accounts", "feeds", "history"],
	"settings",
];

/** Looks at everything that can be looked at, as a browser does; what it was shown. */
async function lookAround({ get }: PageVisitor) {
	const pages: string[] = [];
	for (const path of PATHS) pages.push(await get(path));
	const [post = ""] = /post\?address=[^"#]+post[^"#]+/.exec(pages[5] ?? "") ?? [];
	pages.push(await get(post));
	const links = pages.flatMap((page) => page.match(/(?:media|poster)\?[^"]+/g) ?? []);
	const files = [];
	for (const link of new Set(links)) files.push([link, await get(link.replaceAll("&amp;", "&"))] as const);
	return { pages, files };
}

async function visited(folder: string, look: (visitor: PageVisitor) => Promise<void>): Promise<void> {
	const page = start(["ui", ".", "--no-open"], { cwd: folder, env: KEY });
	try {
		await until(() => page.said().includes("/enter/"), { running: page });
		await look(await visitPage(page));
	} finally {
		page.kill("SIGTERM");
		await page.ended;
	}
}

elsewhere("asks for nothing that was shown before, and fetches each clip once", async () => {
	const [there, here] = ["there", "here"].map(() => renderedWorkspace(video("talk", { seconds: 20 })));
	await withServer(there ?? "", async ({ url }) => {
		const between = await counting(url);
		const { passed } = between;
		try {
			writeFileSync(join(here ?? "", "showrun.config.yaml"), remoteSettings(between.url));
			const applied = await showrunWarm(["apply", ".", "--auto-approve"], { cwd: here ?? "", env: KEY });
			assert.is(applied.code, 0, applied.out + applied.err);
			passed.length = 0;
			await visited(here ?? "", async (visitor) => {
				const { files } = await lookAround(visitor);
				const kinds = new Set(files.map(([link, text]) => `${link.split("?")[0]} ${text.slice(4, 8)}`));
				assert.ok(kinds.has("media ftyp"), [...kinds].join());
				const [poster = ""] = files.find(([link]) => /^poster(?!.*kept)/.test(link)) ?? [];
				// On a busy machine it comes later.
				await until(async () => !(await visitor.get(poster.replaceAll("&amp;", "&"))).startsWith("<svg"));
				const first = [...passed];
				const fetched = first.filter((each) => each.includes("/files/"));
				assert.equal([fetched.length, new Set(fetched).size], [1, 1], first.join("\n"));
				const again = await lookAround(visitor);
				assert.equal(again.files.length, files.length);
				assert.equal(passed, first);
			});
			passed.length = 0;
			// Another run has it from the disk, but for the accounts.
			await visited(here ?? "", async (visitor) => void (await lookAround(visitor)));
			assert.equal(
				passed.filter((each) => !/accounts|extensions/.test(each)),
				[],
			);
		} finally {
			between.close();
		}
	});
});

elsewhere.run();
