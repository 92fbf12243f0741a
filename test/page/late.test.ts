import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ask, comeIn, fakeSource, overviewOf, pageOver } from "./fake-source.ts";

const late = suite("pages that take long");

const VISIT = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };

/** A page whose posts are there once `made` is called; the session is in before that. */
async function slowPage() {
	let made = () => {};
	const shown = { isSlow: false, asked: 0 };
	const ready = new Promise<void>((settle) => {
		made = settle;
	});
	const { source } = fakeSource(overviewOf([]), {
		overview: async () => {
			shown.asked++;
			if (shown.isSlow) await ready;
			return overviewOf([]);
		},
	});
	const { page } = pageOver(source, { patienceMs: 5 });
	const { base, cookie } = await comeIn(page);
	const visit = (path: string, headers: Readonly<Record<string, string>> = VISIT) =>
		ask(page, `${base}${path}`, { headers: { cookie, ...headers } });
	return { visit, made, shown };
}

late(
	"a visitor sees at once that it takes long, and the page when it is made, which is made once",
	async () => {
		const { visit, made, shown } = await slowPage();
		shown.isSlow = true;
		const first = await visit("posts");
		assert.equal([first.status, first.headers.get("refresh")], [200, "0"]);
		assert.match(await first.text(), /Reading the workspace/);
		const { asked } = shown;
		const again = visit("posts");
		made();
		const answer = await again;
		assert.match(await answer.text(), /<h1>Posts/);
		// For the navigation, and for the page that was asked for first.
		assert.equal([shown.asked - asked, answer.headers.get("refresh")], [1, null]);
	},
);

late("whoever fetches a page waits for it, and so does a form", async () => {
	const { visit, made, shown } = await slowPage();
	shown.isSlow = true;
	const fetched = visit("posts", { "sec-fetch-mode": "cors", "sec-fetch-site": "same-origin" });
	assert.is(await Promise.race([fetched, new Promise((settle) => setTimeout(settle, 50, "waits"))]), "waits");
	made();
	assert.match(await (await fetched).text(), /<h1>Posts/);
});

late.run();
