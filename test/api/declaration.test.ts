import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createClient } from "../../src/api/client.ts";
import { createDeclaration } from "../../src/api/declaration.ts";
import { NO_EXTENSIONS } from "../../src/model/extensions.ts";
import { EXTENSIONS_LIST } from "../../src/service/extensions.ts";
import { fakeClock } from "../fakes/clock.ts";
import { withWorld } from "../service/world.ts";
import { answering, EMPTY, never, settings, withClient } from "./client-server.ts";

const declaration = suite("what a service declares");
const ALL = {
	idempotency: { lifetimeMs: 2_592_000_000 },
	publishStatus: true,
	publishUpdate: true,
	publishCancel: true,
	publishLateRule: true,
	transcripts: true,
	exportLimit: true,
	addedClips: true,
	uploadResume: true,
	brand: true,
};
const heard = (header: string) => {
	const one = createDeclaration();
	one.heard(200, { "x-service-extensions": header });
	return one.read();
};

declaration("is read from the header of any answer, also of a refusal", () => {
	const one = createDeclaration();
	assert.is(one.read(), undefined);
	one.heard(403, { "x-service-extensions": EXTENSIONS_LIST });
	assert.equal(one.read(), ALL);
});

const headers: Record<string, [string, object]> = {
	"a lifetime may be missing": ["idempotency", { ...NO_EXTENSIONS, idempotency: {} }],
	"unknown names and parameters do no harm": [
		"later;x=1;y=?0, publish_status;z",
		{ ...NO_EXTENSIONS, publishStatus: true },
	],
	"a lifetime that is no number is none": [
		"idempotency;lifetime_ms=long",
		{ ...NO_EXTENSIONS, idempotency: {} },
	],
	"a list that cannot be read names nothing": ['idempotency, "publish status"', NO_EXTENSIONS],
	"an empty list names nothing": ["", NO_EXTENSIONS],
};
for (const [title, [header, expected]] of Object.entries(headers))
	declaration(title, () => assert.equal(heard(header), expected));

declaration("the newest success counts, a failure without the header says nothing", () => {
	const one = createDeclaration();
	one.heard(502, {});
	assert.is(one.read(), undefined);
	one.heard(200, { "x-service-extensions": "publish_status" });
	one.heard(502, {});
	assert.is(one.read()?.publishStatus, true);
	one.heard(200, {});
	assert.equal(one.read(), NO_EXTENSIONS);
});

declaration("what was asked for stays known where a proxy leaves headers out", () => {
	const one = createDeclaration();
	one.listed({
		idempotency: { lifetime_ms: 2_592_000_000 },
		publish_status: {},
		publish_update: {},
		publish_cancel: {},
		publish_late_rule: {},
		transcripts: {},
		export_limit: {},
		added_clips: {},
		upload_resume: {},
		brand: {},
	});
	one.heard(200, {});
	assert.equal(one.read(), ALL);
});

declaration("is asked for once, and a service without that path declares nothing", () =>
	withClient(answering(404, '{"message":"not found"}'), async (client, server) => {
		assert.equal(await client.askExtensions(never), NO_EXTENSIONS);
		assert.equal(await client.askExtensions(never), NO_EXTENSIONS);
		assert.equal([server.links.length, server.links[0]?.line], [1, "GET /api/v2/extensions"]);
	}),
);

declaration("is not asked for where an answer came before", () =>
	withClient(answering(200, EMPTY), async (client, server) => {
		await client.accounts(never);
		assert.equal([await client.askExtensions(never), server.links.length], [NO_EXTENSIONS, 1]);
	}),
);

declaration("of the service of showrun is known after any answer, and by asking", () =>
	withWorld({}, async ({ service }) => {
		const opened = () =>
			createClient({
				settings: settings({ versionHeader: "x-service-api-version" }),
				connect: async () => service,
				clock: fakeClock(),
			});
		const [reading, asking] = [opened(), opened()];
		assert.is(reading.extensions(), undefined);
		await reading.accounts(never);
		assert.equal([reading.extensions(), await asking.askExtensions(never)], [ALL, ALL]);
		await Promise.all([reading.close(), asking.close()]);
	}),
);

declaration.run();
