import { suite } from "uvu";
import * as assert from "uvu/assert";
import { TRANSPORT_FAULTS } from "./faults.ts";
import { tryFaults } from "./transport.ts";

const faults = suite("a raw proxy between the client and the service");

faults("a post is executed once or visibly unknown, whatever the proxy does to it", async () => {
	const results = await tryFaults();
	const broken = results.filter(({ found, fault }) => found !== fault.expected);
	assert.equal(
		broken.map(
			({ name, found, fault, message }) => `${name}: ${found}, expected ${fault.expected} (${message})`,
		),
		[],
	);
});

faults("what is expected breaks the promise only where no client can prevent it", () => {
	const all = Object.entries(TRANSPORT_FAULTS);
	assert.ok(all.length >= 40);
	const twice = all.filter(([, { expected }]) => /2$|^(refused|not-sent), 1$/.test(expected));
	assert.equal(
		twice.map(([name]) => name),
		all.filter(([, { unpreventable }]) => unpreventable !== undefined).map(([name]) => name),
	);
});

faults.run();
