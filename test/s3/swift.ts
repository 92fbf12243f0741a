// May share a process: its servers go with the process.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Python of the system, whose packages it is one of. */
const PYTHON = "/usr/bin/python3";
/** On a disk: it keeps what it knows of a file in attributes, which a file system in memory may not have. */
const DISK = "/var/tmp";
const KINDS = ["account", "container", "object"] as const;
const START_MS = 60_000;

export const KEYS = { id: "test:tester", secret: "testing" } as const;

/** Its programs, with the settings of a folder in place of the machine's. */
const PROGRAM = `
import sys
import swift.common.utils as utils
folder, kind = sys.argv[1:3]
utils.SWIFT_CONF_FILE = folder + "/swift.conf"
if kind == "rings":
    from swift.common.ring import RingBuilder
    for name, port in zip(("account", "container", "object"), map(int, sys.argv[3:])):
        builder = RingBuilder(4, 1, 1)
        at = {"ip": "127.0.0.1", "port": port, "replication_ip": "127.0.0.1", "replication_port": port}
        builder.add_dev({"id": 0, "region": 1, "zone": 1, "device": "d1", "weight": 1, "meta": "", **at})
        builder.rebalance()
        builder.get_ring().save(f"{folder}/{name}.ring.gz")
else:
    from swift.common.wsgi import run_wsgi
    sys.exit(run_wsgi(f"{folder}/{kind}.conf", f"{kind}-server"))
`;

/** OpenStack Swift, which speaks S3, as plain processes on 127.0.0.1. Gives its address. */
export async function swiftServer(): Promise<string> {
	const folder = mkdtempSync(join(DISK, "showrun-swift-"));
	mkdirSync(join(folder, "devices", "d1"), { recursive: true });
	writeFileSync(join(folder, "program.py"), PROGRAM);
	writeFileSync(join(folder, "swift.conf"), "[swift-hash]\nswift_hash_path_suffix = showrun\n");
	const [proxy = 0, ...ports] = await freePorts(KINDS.length + 1);
	for (const [at, kind] of KINDS.entries())
		writeFileSync(join(folder, `${kind}.conf`), storageSettings(folder, kind, ports[at] ?? 0));
	writeFileSync(join(folder, "proxy.conf"), proxySettings(folder, proxy));
	execFileSync(PYTHON, [join(folder, "program.py"), folder, "rings", ...ports.map(String)]);
	const children = [...KINDS, "proxy"].map((kind) =>
		spawn(PYTHON, [join(folder, "program.py"), folder, kind], { stdio: "ignore" }),
	);
	for (const child of children) child.unref();
	process.once("exit", () => {
		for (const child of children) child.kill("SIGKILL");
		rmSync(folder, { recursive: true, force: true });
	});
	for (const port of [...ports, proxy]) await answering(port, children);
	return `http://127.0.0.1:${proxy}`;
}

async function answering(port: number, children: readonly ChildProcess[]): Promise<void> {
	const until = performance.now() + START_MS;
	const answers = () =>
		fetch(`http://127.0.0.1:${port}/`).then(
			() => true,
			() => false,
		);
	while (!(await answers())) {
		const ended = children.some(({ exitCode }) => exitCode !== null);
		if (ended) throw new Error("OpenStack Swift did not start: apt-get install python3-swift");
		if (performance.now() > until) throw new Error("OpenStack Swift does not answer");
		await sleep(100);
	}
}

async function freePorts(count: number): Promise<readonly number[]> {
	const servers = await Promise.all(
		Array.from({ length: count }, async () => {
			const server = createServer();
			await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
			return server;
		}),
	);
	const ports = servers.map((server) => (server.address() as AddressInfo).port);
	for (const server of servers) server.close();
	return ports;
}

function storageSettings(folder: string, kind: string, port: number): string {
	const general = { ...common(folder, port), devices: join(folder, "devices"), mount_check: "false" };
	return ini({
		DEFAULT: general,
		"pipeline:main": { pipeline: `${kind}-server` },
		[`app:${kind}-server`]: { use: `egg:swift#${kind}` },
	});
}

function proxySettings(folder: string, port: number): string {
	const filters = ["catch_errors", "cache", "listing_formats", "s3api", "tempauth", "slo"];
	const used = { catch_errors: "catch_errors", cache: "memcache" } as Readonly<Record<string, string>>;
	const more: Readonly<Record<string, object>> = {
		cache: { memcache_servers: "127.0.0.1:9" },
		s3api: { location: "us-east-1" },
		tempauth: { user_test_tester: `${KEYS.secret} .admin` },
	};
	const sections = filters.map((name) => [
		`filter:${name}`,
		{ use: `egg:swift#${used[name] ?? name}`, ...more[name] },
	]);
	return ini({
		DEFAULT: common(folder, port),
		"pipeline:main": { pipeline: [...filters, "proxy-server"].join(" ") },
		"app:proxy-server": { use: "egg:swift#proxy", account_autocreate: "true" },
		...Object.fromEntries(sections),
	});
}

function common(folder: string, port: number) {
	const user = userInfo().username;
	return { bind_ip: "127.0.0.1", bind_port: `${port}`, swift_dir: folder, workers: "0", user };
}

function ini(sections: Readonly<Record<string, object>>): string {
	return Object.entries(sections)
		.map(([name, lines]) =>
			[`[${name}]`, ...Object.entries(lines).map(([key, value]) => `${key} = ${value}`), ""].join("\n"),
		)
		.join("\n");
}
