import { suite } from "uvu";
import * as assert from "uvu/assert";
import { randomFrom } from "../random.ts";
import { DEATHS, tryDeaths } from "./deliveries.ts";

// A few here, chosen by the seed; `npm run drill -- deliveries` tries all of them.
const ROUNDS = 3;

const kills = suite("kill -9 of a service that sends to webhooks and commands");

kills("leaves each post sent at most once, and what is unknown is named and can be told", async () => {
	const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);
	const random = randomFrom(seed);
	const names = Object.keys(DEATHS);
	const chosen = Array.from({ length: ROUNDS }, () => names[random(names.length)] ?? "");
	const deaths = Object.entries(DEATHS).filter(([name]) => chosen.includes(name));
	const { broken } = await tryDeaths([...deaths, ["random", { at: "random", afterMs: random(400) }]], seed);
	assert.equal(broken, [], `seed ${seed}`);
});

kills.run();
