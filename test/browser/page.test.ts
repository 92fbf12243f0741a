import axe from "axe-core";
import type { Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Overview } from "../../src/page/port.ts";
import { type ServedPage, servePage } from "../../src/page/server.ts";
import { IDLE_MS } from "../../src/page/session/sessions.ts";
import { until } from "../journeys/program.ts";
import { bind, overview } from "../page/clips-overview.ts";
import { type FakeSource, fakeSource, frontOf, HOSTILE, itemAt } from "../page/fake-source.ts";
import { type Browser, withBrowser } from "./chromium.ts";

const pages = suite("the page in a browser");

const POST = 'talk.post.shorts["keynote@0-9000"].yt';
const world: Overview = {
	...overview,
	items: [
		itemAt("talk.video.keynote", { title: HOSTILE }),
		itemAt(POST, { standing: "failed", title: "A post that failed", at: Date.UTC(2026, 11, 1, 8) as never }),
		itemAt(POST.replace("0-9000", "10000-19000"), { standing: "waiting", title: "A post that waits" }),
	],
	reviews: [{ video: "talk.video.keynote" as never, file: "talk.clips.yaml", clips: 2 }],
	problems: [{ summary: "Unknown key", detail: "There is no `postz`.", hint: "Did you mean `posts`?" }],
	warnings: ["Suspended: holidays. To go on: `showrun resume`"],
};

interface Served extends Browser {
	readonly served: ServedPage;
	readonly done: readonly string[];
	readonly changed: () => void;
	/** Somebody who came in, and is at that page. */
	readonly enter: (path?: string) => Promise<Page>;
}

interface Setting {
	readonly scheme?: "light" | "dark";
	readonly now?: () => number;
}

/** A page over a source, in a browser that must not complain. */
async function within(
	body: (served: Served) => Promise<void>,
	{ scheme = "light", now = Date.now, ...more }: Partial<FakeSource> & Setting = {},
): Promise<void> {
	const files = [`talk.clips.yaml`, `a-long-name-of-a-campaign-that-somebody-gave/${HOSTILE}.clips.yaml`];
	const { source, done, changed } = fakeSource(world, { uncommitted: async () => files, ...more });
	const told = { now, log: (text: string) => assert.unreachable(text) };
	const served = await servePage(
		{ front: frontOf(source, told), users: [], ...told },
		{ host: "127.0.0.1", port: 0 },
	);
	try {
		await withBrowser(async (browser) => {
			const enter = async (path = "now") => {
				const page = await browser.open(served.link({ name: "ada", role: "run" }));
				if (path !== "now") await page.goto(new URL(path, page.url()).href);
				return page;
			};
			await body({ ...browser, served, done, changed, enter });
			assert.equal(browser.complaints, []);
		}, scheme);
	} finally {
		await served.stop();
	}
}

/** What axe finds that keeps people out, as rule and element. */
async function barriers(page: Page): Promise<readonly string[]> {
	await page.evaluate(axe.source);
	return page.evaluate(async () => {
		const { violations } = await (globalThis as unknown as { axe: { run(): Promise<AxeResult> } }).axe.run();
		return violations
			.filter(({ impact }) => impact === "serious" || impact === "critical")
			.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
	});
}

interface AxeResult {
	readonly violations: readonly {
		readonly id: string;
		readonly impact: string;
		readonly nodes: readonly { readonly html: string }[];
	}[];
}

const PATHS = [
	"now",
	"calendar",
	"calendar?view=week&day=2026-12-01",
	"calendar?view=list&day=2026-12-01",
	"clips",
	"plan",
	"posts",
	"accounts",
	"feeds",
	"history",
	"settings",
	`post?address=${encodeURIComponent(POST)}`,
];
for (const scheme of ["light", "dark"] as const)
	pages(`every page fits 360, 768 and 1440 pixels, ${scheme}, and keeps nobody out`, () =>
		within(
			async ({ enter }) => {
				const page = await enter();
				for (const path of PATHS) {
					await page.goto(new URL(path, page.url()).href);
					for (const width of [360, 768, 1440]) {
						await page.setViewportSize({ width, height: 900 });
						const [wide, room] = (await page.evaluate(
							"[document.documentElement.scrollWidth, innerWidth]",
						)) as [number, number];
						assert.ok(wide <= room, `${path} is ${wide} wide at ${room}`);
					}
					assert.equal(await barriers(page), [], path);
				}
			},
			{ scheme },
		),
	);

pages("with the keyboard alone a clip is chosen, approved, refused and reworded", () =>
	within(async ({ enter, done }) => {
		const page = await enter("clips");
		for (const key of ["j", "j", "k", "a"]) await page.keyboard.press(key);
		await page.getByRole("status").filter({ hasText: "written" }).waitFor();
		assert.match(page.url(), new RegExp(`#clip-${bind(0)}$`));
		await page.keyboard.press("x");
		// It is asked while one page goes and the next one comes.
		const isAway = () => page.evaluate<boolean>("!document.activeElement.closest('form')");
		await until(() => isAway().catch(() => false));
		await page.getByRole("status").filter({ hasText: "written" }).waitFor();
		await page.keyboard.press("e");
		await page.keyboard.type("A title: ");
		await page.keyboard.press("Enter");
		await page.getByRole("status").filter({ hasText: "written" }).waitFor();
		assert.equal(done.slice(0, 2), ["decide talk.video.keynote true", "decide talk.video.keynote false"]);
	}),
);

pages("the cut of a clip follows the words that are selected, and the keys at the word that is heard", () => {
	const said = ["Sell", "before", "you", "build"].map((text, at) => ({
		text,
		begin: 1_000 * (at + 1),
		end: 1_000 * (at + 1) + 800,
	}));
	const details = async () => ({ words: said, explanations: new Map() }) as never;
	return within(
		async ({ enter }) => {
			const page = await enter("clips");
			const card = page.locator("[data-clip]").first();
			await page.keyboard.press("j");
			await page.keyboard.press("e");
			await page.evaluate(`(() => {
				const words = document.querySelectorAll("[data-clip] .said span");
				getSelection().setBaseAndExtent(words[1].firstChild, 0, words[2].firstChild, 2);
			})()`);
			const trim = card.locator("[name=trim]");
			await until(async () => (await trim.inputValue()) !== "");
			assert.is(await trim.inputValue(), "2.0-3.8");
			await page.keyboard.press("Escape");
			await card.focus();
			await page.keyboard.press("i");
			assert.is(await trim.inputValue(), "1.0-3.8");
		},
		{ details },
	);
});

pages("what changed appears by itself, and nothing that somebody types is taken away", () => {
	const shown = { plan: "No changes.\n" };
	return within(
		async ({ enter, changed }) => {
			const page = await enter("plan");
			await page.getByRole("status").filter({ hasText: "Live" }).waitFor();
			shown.plan = "Plan: 1 to submit.\n";
			changed();
			await page.getByText("Plan: 1 to submit.").waitFor();
		},
		{ plan: async () => ({ text: shown.plan, why: "x" }) },
	);
});

pages("a click that has begun is not lost with the button it began on", () => {
	const shown = { files: ["talk.clips.yaml"] };
	return within(
		async ({ enter, changed, done }) => {
			const page = await enter("clips");
			await page.getByRole("status").filter({ hasText: "Live" }).waitFor();
			await page.getByRole("button", { name: "Commit as ada" }).hover();
			await page.mouse.down();
			shown.files = ["talk.clips.yaml", "other.clips.yaml"];
			const fetched = page.waitForResponse((answer) => answer.url().endsWith("/clips"));
			changed();
			await (await fetched).finished();
			// What was fetched is put in its place, or put off, before the next frame but one.
			await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
			await page.mouse.up();
			await page.getByRole("status").filter({ hasText: "committed" }).waitFor();
			assert.equal(done, ["commit on  by ada"]);
		},
		{ uncommitted: async () => shown.files },
	);
});

pages("an apply needs the confirmation, and says what was asked for", () =>
	within(
		async ({ enter, done }) => {
			const page = await enter("plan");
			await page.getByText("Apply this plan …").click();
			await page.getByRole("button", { name: "Apply", exact: true }).click();
			assert.equal(done, []);
			await page.getByLabel("I have read the plan").check();
			await page.getByRole("button", { name: "Apply", exact: true }).click();
			await page.getByText("under way").first().waitFor();
			assert.equal(done, ["apply p1 by ada"]);
		},
		{ plan: async () => ({ text: "+ x\n", id: "p1" }) },
	),
);

pages("without JavaScript everything is there, and a decision is made", () =>
	within(async ({ served, context, done }) => {
		const other = await context.browser()?.newContext({ javaScriptEnabled: false });
		const page = await (other ?? context).newPage();
		await page.goto(served.link({ name: "ada", role: "review" }));
		await page.getByRole("link", { name: /Clips/ }).first().click();
		await page.getByRole("button", { name: "Refuse" }).first().click();
		await page.getByText("written", { exact: true }).waitFor();
		assert.equal(done, ["decide talk.video.keynote false"]);
		for (const name of ["Calendar", "Accounts", "Feeds"]) {
			await page.getByRole("link", { name, exact: true }).click();
			await page.getByRole("heading", { level: 1, name }).waitFor();
		}
		await page.getByRole("link", { name: "Calendar", exact: true }).click();
		await page.getByLabel("Day").fill("2026-12-01");
		await page.getByRole("button", { name: "Show" }).click();
		await page.getByText("A post that failed").first().waitFor();
		await other?.close();
	}),
);

pages("who signed out sees nothing any more, in another tab neither", () =>
	within(async ({ enter, context }) => {
		const page = await enter();
		const other = await context.newPage();
		await other.goto(page.url());
		await page.getByRole("button", { name: "Sign out" }).click();
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
		await other.reload();
		await other.getByRole("heading", { name: "Signed out" }).waitFor();
		assert.is(await other.locator("nav").count(), 0);
	}),
);

pages("a session that is over shows how to come in again, and nothing else", () => {
	const clock = { ahead: 0 };
	return within(
		async ({ enter, done }) => {
			const page = await enter("clips");
			clock.ahead = IDLE_MS + 60_000;
			await page.getByRole("button", { name: "Refuse" }).first().click();
			await page.getByRole("heading", { name: "Signed out" }).waitFor();
			await page.getByLabel("Token").waitFor();
			assert.is(await page.locator("nav").count(), 0);
			assert.equal(done, []);
		},
		{ now: () => Date.now() + clock.ahead },
	);
});

pages.run();
