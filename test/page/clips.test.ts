import { suite } from "uvu";
import * as assert from "uvu/assert";
import { reviewDigest } from "../../src/model/review.ts";
import { clipsIn, statusOf } from "../../src/page/views/clips.ts";
import { bind, overview } from "./clips-overview.ts";
import { ask, comeIn, fakeSource, HOSTILE, pageOver, send } from "./fake-source.ts";

const reviewing = suite("clips on the page");

reviewing("a decision counts for the text it was made about, and for no other", () => {
	assert.equal(
		clipsIn(overview).map((each) => [statusOf(each), each.isVoid]),
		[
			["open", false],
			["approved", false],
			["open", true],
		],
	);
});

reviewing(
	"what git has not got is named, and committed by who may review, on a branch where asked",
	async () => {
		const { source, done } = fakeSource(overview, { uncommitted: async () => ["talk.clips.yaml", HOSTILE] });
		const { page } = pageOver(source);
		const [ada, eve] = [
			await comeIn(page, { name: "ada", role: "review" }),
			await comeIn(page, { name: "eve", role: "look" }),
		];
		const shownTo = async ({ base, cookie }: typeof ada) =>
			(await ask(page, `${base}clips`, { headers: { cookie } })).text();
		const [ofAda, ofEve] = [await shownTo(ada), await shownTo(eve)];
		assert.match(ofAda, /Not committed yet.*talk\.clips\.yaml.*Commit as ada/s);
		assert.not.ok(ofAda.includes("<script>alert"));
		assert.match(ofEve, /talk\.clips\.yaml/);
		assert.not.match(ofEve, /action="commit"/);
		const values = { branch: " review/ada " };
		assert.is((await send(page, eve, { path: "commit", values })).status, 403);
		assert.is((await send(page, ada, { path: "commit", values })).status, 303);
		assert.equal(done, ["commit on review/ada by ada"]);
	},
);

const first = {
	video: "talk.video.keynote",
	moment: "0-9000",
	bind: bind(0),
	seen: reviewDigest(undefined, {}),
};

reviewing("a reviewer's decision carries what was shown, and the page comes back to the clip", async () => {
	const decided: unknown[] = [];
	const decide = async (decision: unknown) => {
		decided.push(decision);
		return { ok: true, text: "Written into talk.clips.yaml." };
	};
	const { page } = pageOver(fakeSource(overview, { decide }).source);
	const ada = await comeIn(page, { name: "ada", role: "review" });
	const back = "clips?show=open";
	const answer = await send(page, ada, { path: "decide", values: { ...first, approve: "true", back } });
	assert.match(
		answer.headers.get("location") ?? "",
		new RegExp(`^clips\\?show=open&said=[\\w-]+#clip-${bind(0)}$`),
	);
	await send(page, ada, {
		path: "decide",
		values: {
			...first,
			edit: "yes",
			title: " Mine ",
			description: "a\r\nb",
			tags: "#one, two",
			trim: "1-8",
			back,
		},
	});
	const about = { video: first.video, moment: { from: 0, to: 9000 }, bind: first.bind, seen: first.seen };
	assert.equal(decided, [
		{ ...about, approve: true },
		{ ...about, title: "Mine", description: "a\nb", tags: ["one", "two"], trim: "1-8" },
	]);
});

reviewing("a decision leads to no other site", async () => {
	const { page } = pageOver(fakeSource(overview).source);
	const ada = await comeIn(page);
	for (const back of [
		"//evil.example",
		"https://evil.example",
		"clips?x=\r\nSet-Cookie:a",
		"javascript:alert(1)",
	]) {
		const answer = await send(page, ada, { path: "decide", values: { ...first, approve: "true", back } });
		assert.match(answer.headers.get("location") ?? "", /^clips\?said=/);
	}
});

reviewing("an edit of the file in the meantime is shown as a difference", async () => {
	const decide = async () => ({
		ok: false,
		text: "talk.clips.yaml was edited.",
		diff: `-old\n+${HOSTILE}\n`,
	});
	const { page } = pageOver(fakeSource(overview, { decide }).source);
	const text = await (
		await send(page, await comeIn(page), { path: "decide", values: { ...first, approve: "true" } })
	).text();
	assert.match(text, /Nothing was written/);
	assert.match(text, /\+&quot;&gt;&lt;script&gt;/);
});

reviewing("whoever may only look sees clips without buttons, and decides nothing", async () => {
	const { source, done } = fakeSource(overview);
	const { page } = pageOver(source);
	const eve = await comeIn(page, { name: "eve", role: "look" });
	const text = await (await ask(page, `${eve.base}clips`, { headers: { cookie: eve.cookie } })).text();
	assert.not.match(text, /action="decide"|<script>|<img/);
	assert.is((await send(page, eve, { path: "decide", values: { ...first, approve: "true" } })).status, 403);
	assert.equal(done, []);
});

reviewing(
	"a clip's file is sent to pages of the session that showed it, in parts, and to nobody else",
	async () => {
		const asked: unknown[] = [];
		const media = async (named: unknown, range: string | undefined) => {
			asked.push([named, range]);
			return { status: 206, headers: { "content-range": "bytes 0-1/9" }, body: null };
		};
		const { page } = pageOver(fakeSource(overview, { media }).source);
		const [ada, bob] = [await comeIn(page), await comeIn(page)];
		const shown = await (await ask(page, `${ada.base}clips`, { headers: { cookie: ada.cookie } })).text();
		const link = (/src="(media\?[^"]+)"/.exec(shown)?.[1] ?? "").replaceAll("&amp;", "&");
		const got = await ask(page, `${ada.base}${link}`, {
			headers: { cookie: ada.cookie, range: "bytes=0-1" },
		});
		assert.equal([got.status, got.headers.get("content-range")], [206, "bytes 0-1/9"]);
		for (const [path, cookie] of [
			[`${bob.base}${link}`, bob.cookie],
			[`${ada.base}${link.replace("0-9000", "0-9001")}`, ada.cookie],
			[`${ada.base}${link.replace("keynote", "..%2f..%2fsecret")}`, ada.cookie],
			[`${ada.base}media?video=../../etc/passwd&moment=0-1&sign=`, ada.cookie],
			[`${ada.base}${link}`, ""],
		] as const)
			assert.is((await ask(page, path, { headers: { cookie } })).status, 403, path);
		assert.equal(asked, [[{ video: "talk.video.keynote", moment: { from: 0, to: 9000 } }, "bytes=0-1"]]);
	},
);

reviewing.run();
