import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { WireAccount, WireOAuth } from "../../src/wire/messages.gen.ts";
import { type World, withWorld } from "../service/world.ts";
import { type Browser, withBrowser } from "./chromium.ts";

const oauth = suite("connecting an account in a browser");
const WCAG_AA = 4.5;

interface Expected {
	readonly scheme?: "light" | "dark";
	/** What the browser complains about; nothing, unless a page is attacked. */
	readonly complaints?: readonly RegExp[];
}

async function within(
	body: (world: World, browser: Browser) => Promise<void>,
	{ scheme = "light", complaints = [] }: Expected = {},
): Promise<void> {
	await withWorld({}, (world) =>
		withBrowser(async (browser) => {
			await body(world, browser);
			assert.is(browser.complaints.length, complaints.length, browser.complaints.join("\n"));
			for (const complaint of complaints)
				assert.ok(
					browser.complaints.some((each) => complaint.test(each)),
					browser.complaints.join("\n"),
				);
		}, scheme),
	);
}

async function authUrl(world: World, platform = "instagram"): Promise<string> {
	return ((await world.call("POST", `/api/v2/social-media/oauth/${platform}`)).body.data as WireOAuth)
		.auth_url;
}

/** Usernames on the platform, and how many connections were charged. */
async function connected(world: World, platform = "instagram"): Promise<[string[], number]> {
	const accounts = (await world.call("GET", "/api/v2/social-media/accounts")).body
		.data as readonly WireAccount[];
	const charged = await readdir(join(world.options.data, "usage")).catch(() => []);
	return [
		accounts.filter((each) => each.platform === platform).map((each) => each.platform_username),
		charged.length,
	];
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 }).textContent();
const press = (page: Page, name: "Allow" | "Refuse") => page.getByRole("button", { name }).click();

async function allow(page: Page, username: string): Promise<void> {
	await page.getByLabel("Account name").fill(username);
	await press(page, "Allow");
}

oauth("allowing with a name connects the account and says what it cost", () =>
	within(async (world, { open }) => {
		const page = await open(await authUrl(world));
		assert.is(await heading(page), "Connect an Instagram account");
		await allow(page, "acme.shots");
		assert.is(await heading(page), "Connected");
		assert.match(
			(await page.getByRole("status").textContent()) ?? "",
			/^acme\.shots on Instagram is connected\. It cost 10 API units\./,
		);
		assert.equal(await connected(world), [["acme.shots"], 1]);
	}),
);

oauth("refusing needs no name, connects nothing and charges nothing", () =>
	within(async (world, { open }) => {
		const page = await open(await authUrl(world));
		await press(page, "Refuse");
		assert.is(await heading(page), "Refused");
		assert.equal(await connected(world), [[], 0]);
	}),
);

oauth("a used link says so when it is opened, reloaded or gone back to, and changes nothing", () =>
	within(async (world, { open }) => {
		const url = await authUrl(world);
		const page = await open(url);
		await allow(page, "acme.shots");
		await page.goBack().catch(() => page.goto(url));
		await page.reload();
		assert.equal([await heading(page), await heading(await open(url))], ["Already used", "Already used"]);
		assert.equal(await connected(world), [["acme.shots"], 1]);
	}),
);

oauth("a forged state or link shows no form", () =>
	within(async (world, { open }) => {
		const url = await authUrl(world);
		const forged = [
			url.replace(/state=\w+/, `state=${"0".repeat(32)}`),
			url.replace(/signature=[^&]+/, "signature=x"),
		];
		for (const each of forged) {
			const page = await open(each);
			assert.equal(
				[await heading(page), await page.locator("form").count()],
				["Not a link of this service", 0],
			);
		}
		assert.is(await heading(await open(url.replace(/connect\/\w+/, "connect/unknown"))), "Unknown link");
		assert.equal(await connected(world), [[], 0]);
	}),
);

oauth("a form whose state or token was changed is not accepted, and the link stays usable", () =>
	within(async (world, { open }) => {
		const url = await authUrl(world);
		for (const name of ["state", "csrf"]) {
			const page = await open(url);
			await page
				.locator(`input[name=${name}]`)
				.evaluate((input) => input.setAttribute("value", "0".repeat(32)));
			await allow(page, "acme.shots");
			assert.is(await heading(page), "Not accepted");
		}
		assert.equal(await connected(world), [[], 0]);
		await allow(await open(url), "acme.shots");
		assert.equal(await connected(world), [["acme.shots"], 1]);
	}),
);

oauth("of two tabs the second to answer learns that the link was used", () =>
	within(async (world, { open }) => {
		const url = await authUrl(world);
		const [one, other] = [await open(url), await open(url)];
		await allow(one, "first");
		await allow(other, "second");
		assert.equal([await heading(one), await heading(other)], ["Connected", "Already used"]);
		assert.equal(await connected(world), [["first"], 1]);
	}),
);

oauth("a link that expires while its page is open is not answered any more", () =>
	within(async (world, { open }) => {
		const page = await open(await authUrl(world));
		world.clock.move(15 * 60_000 + 1);
		await allow(page, "acme.shots");
		assert.equal([await heading(page), await connected(world)], ["Expired", [[], 0]]);
	}),
);

oauth("a page of another origin cannot answer, even with the page's own token", () =>
	within(async (world, { open }) => {
		const url = await authUrl(world);
		const form = await (await open(url)).locator("form").evaluate((element) => element.outerHTML);
		const stranger = await open(`${world.service.url.replace("127.0.0.1", "localhost")}/nothing`);
		await stranger.setContent(form.replace(/action="[^"]*"/, `action="${url.replaceAll("&", "&amp;")}"`));
		await allow(stranger, "acme.shots");
		await stranger.waitForURL(url);
		assert.equal([await heading(stranger), await connected(world)], ["Not accepted", [[], 0]]);
	}),
);

oauth("the page loads nothing, and no script or picture that gets into it does anything", () =>
	within(
		async (world, { context }) => {
			const answered: string[] = [];
			context.on("response", (response) => answered.push(response.url()));
			const url = await authUrl(world);
			const page = await context.newPage();
			await page.goto(url);
			const ran = await page.locator("body").evaluate((body) => {
				const script = body.ownerDocument.createElement("script");
				script.textContent = "globalThis.ran = true";
				body.append(script, Object.assign(body.ownerDocument.createElement("img"), { src: "/nothing.png" }));
				return "ran" in globalThis;
			});
			await context.waitForEvent("console", { timeout: 1_000 }).catch(() => undefined);
			assert.equal([ran, answered], [false, [url]]);
		},
		{
			complaints: [
				/inline script violates .*Content Security Policy/,
				/image .*violates .*Content Security Policy/,
			],
		},
	),
);

oauth("the page can be in no frame", () =>
	within(
		async (world, { open }) => {
			const url = await authUrl(world);
			const page = await open(`${world.service.url}/nothing`);
			await page.setContent(`<iframe src="${url.replaceAll("&", "&amp;")}"></iframe>`);
			assert.is(await page.frameLocator("iframe").locator("form").count(), 0);
		},
		{ complaints: [/frame-ancestors 'none'/] },
	),
);

oauth("a missing name is asked for in place, with what was typed kept", () =>
	within(async (world, { open }) => {
		const page = await open(await authUrl(world));
		await allow(page, "@");
		assert.equal(
			[await page.getByRole("alert").textContent(), await page.getByLabel("Account name").inputValue()],
			["Name the account.", "@"],
		);
		assert.is(await page.getByLabel("Account name").getAttribute("aria-invalid"), "true");
		await allow(page, "acme.shots");
		assert.is(await heading(page), "Connected");
	}),
);

oauth("the keyboard alone is enough: the name has the focus, then come Allow and Refuse", () =>
	within(async (world, { open }) => {
		const page = await open(await authUrl(world));
		await page.locator("#username:focus").waitFor();
		await page.keyboard.type("acme.shots");
		const names: unknown[] = [];
		for (let at = 0; at < 2; at++) {
			await page.keyboard.press("Tab");
			names.push(await page.locator(":focus-visible").textContent());
		}
		assert.equal(names, ["Allow", "Refuse"]);
		await page.getByLabel("Account name").press("Enter");
		assert.equal([await heading(page), await connected(world)], ["Connected", [["acme.shots"], 1]]);
	}),
);

for (const scheme of ["light", "dark"] as const) {
	oauth(`every text stands out from its ground in ${scheme}`, () =>
		within(
			async (world, { open }) => {
				const url = await authUrl(world, "youtube");
				const page = await open(url);
				await allow(page, "@");
				const grounds = [await contrasts(page)];
				await allow(page, "Acme");
				grounds.push(await contrasts(page), await contrasts(await open(url)));
				const weak = grounds.flat().filter(({ ratio }) => ratio < WCAG_AA);
				assert.equal([weak, grounds.flat().length > 15], [[], true]);
			},
			{ scheme },
		),
	);
}

interface Contrast {
	readonly text: string;
	readonly ratio: number;
}

/** Contrast of every element that holds text itself, as WCAG 2 reckons it. */
async function contrasts(page: Page): Promise<readonly Contrast[]> {
	const elements = await page.locator("main *:not(datalist *)").evaluateAll((all) =>
		all.map((element) => {
			const grounds: string[] = [];
			const style = element.ownerDocument.defaultView.getComputedStyle;
			for (let at = element; at !== null; at = at.parentElement) grounds.push(style(at).backgroundColor);
			const own = [...element.childNodes]
				.filter((node) => node.nodeType === 3)
				.map((node) => node.textContent);
			return { text: own.join("").trim(), color: style(element).color, grounds };
		}),
	);
	return elements
		.filter(({ text }) => text !== "")
		.map(({ text, color, grounds }) => ({ text, ratio: ratioOf(color, grounds.find(isOpaque) ?? "") }));
}

function ratioOf(one: string, other: string): number {
	const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
	const [red = 0, green = 0, blue = 0] = numbersIn(color).map((part) =>
		part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
	);
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function isOpaque(color: string): boolean {
	return (numbersIn(color)[3] ?? 1) === 1;
}

function numbersIn(color: string): readonly number[] {
	return (color.match(/[\d.]+/g) ?? []).map(Number);
}

oauth.run();
