import { suite } from "uvu";
import * as assert from "uvu/assert";
import { startWorker } from "../../src/service/embedded.ts";
import { postgresStore } from "../../src/service/store/postgres/store.ts";
import { exported, results, submit, until } from "../service/world.ts";
import { heldUp, publish, statusOf, withGround } from "./several.ts";

const tasks = suite("tasks that processes share");

tasks("while a worker waits for its task, another process delivers posts", () =>
	withGround(async ({ start, options, engine, url, published }) => {
		const maker = await start();
		const project = await exported(maker);
		await maker.service.close();
		const worker = await startWorker({ ...options, store: postgresStore(url, { keep: true }) });
		let closed: Promise<void> | undefined;
		const { begun, goOn } = heldUp(engine);
		try {
			const asked = await start({ queues: ["posts"] });
			await submit(asked, {}, "another");
			await begun;
			closed = worker.close(600_000);
			const id = await publish(asked, project, { title: "meanwhile" });
			await until(
				() => statusOf(asked, id),
				(status) => status === "DONE",
			);
			assert.equal(published, ["meanwhile"]);
		} finally {
			goOn();
			await (closed ?? worker.close(0));
		}
	}),
);

tasks("one that stood still here, and was finished elsewhere, is answered as it is", () =>
	withGround(async ({ start, engine, ask }) => {
		const one = await start({ log: () => {} });
		const table = "showrun_service.records";
		await ask(`ALTER TABLE ${table} ADD CONSTRAINT full_disk CHECK (record NOT LIKE '%"status":"FAILED"%')`);
		let tries = 0;
		engine.before = (step) => {
			tries += 1;
			if (step === "analyze") throw new Error("a bug");
		};
		const id = await submit(one);
		const read = async () => (await one.call("GET", `/api/v2/clips/results/${id}`)).status;
		await until(read, (status) => status === 500);
		await ask(`ALTER TABLE ${table} DROP CONSTRAINT full_disk`);
		const two = await start({ log: () => {} });
		await until(
			() => results(two, id),
			({ status }) => status === "FAILED",
		);
		assert.equal([tries, await read()], [2, 200]);
	}),
);

tasks("one in express mode does not wait for a long one", () =>
	withGround(async ({ start, engine }) => {
		const world = await start({ rendersAtOnce: 2, tasksAtOnce: 1 });
		const { begun, goOn } = heldUp(engine);
		await submit(world, {}, "long");
		await begun;
		engine.before = () => undefined;
		try {
			const id = await submit(world, { enable_express_mode: true }, "short");
			await until(
				() => results(world, id),
				({ status }) => status === "SUCCEEDED",
			);
		} finally {
			goOn();
		}
	}),
);

tasks.run();
