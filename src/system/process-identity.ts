import { execFile } from "node:child_process";
import { readFile, readlink } from "node:fs/promises";
import { hostname, userInfo } from "node:os";
import { promisify } from "node:util";

/** What tells one process from every other, restarts and reused numbers included. */
export interface ProcessIdentity {
	readonly pid: number;
	/** When the process started, in the machine's own unit; empty where it cannot be told. */
	readonly startTime: string;
	/** Changes with every boot; empty where it cannot be told. */
	readonly bootId: string;
	/** Two containers may share host and boot but not this; empty where there is no such thing. */
	readonly pidNamespace: string;
	readonly host: string;
	readonly user: string;
	/** Stays over boots; empty where it cannot be told. Absent: noted by an earlier version. */
	readonly machineId?: string;
}

/** This process. */
export async function ownIdentity(): Promise<ProcessIdentity> {
	const lasting = known ?? (await readLasting());
	const { startTime, bootId, pidNamespace } = lasting;
	// What could not be read now is asked for again.
	const isWhole = startTime !== "" && bootId !== "" && (pidNamespace !== "" || process.platform !== "linux");
	if (isWhole) known = lasting;
	return { pid: process.pid, ...lasting, host: hostname(), user: nameOfUser() };
}

type Lasting = Pick<ProcessIdentity, "startTime" | "bootId" | "pidNamespace" | "machineId">;

/** What stays as it is while this process runs, and was read once. */
let known: Lasting | undefined;

async function readLasting(): Promise<Lasting> {
	const [startTime = "", bootId, pidNamespace, machineId] = await Promise.all([
		ownStartTime(),
		bootIdOfMachine(),
		namespaceOfProcess(),
		idOfMachine(),
	]);
	return { startTime, bootId, pidNamespace, machineId };
}

/**
 * What became of a process of this boot and of our own container, restarts and reused numbers included. Of
 * one without a start time, or where none can be read, it is untold.
 */
export async function processState(other: ProcessIdentity): Promise<"running" | "gone" | "untold"> {
	if (other.startTime === "" || (await ownIdentity()).startTime === "") return "untold";
	const startTime = await startTimeOf(other.pid);
	const isRunning = startTime === undefined ? exists(other.pid) : startTime === other.startTime;
	return isRunning ? "running" : "gone";
}

/** In a container that shows another one's /proc, the numbers in there are not ours. */
async function ownStartTime(): Promise<string | undefined> {
	if (process.platform !== "linux") return startTimeOf(process.pid);
	const self = await readlink("/proc/self").catch(() => "");
	return self === String(process.pid) ? startTimeOf(process.pid) : undefined;
}

/** Undefined: it cannot be told. */
async function startTimeOf(pid: number): Promise<string | undefined> {
	// The words of `ps` depend on language and time zone, and two shells may differ in both.
	if (process.platform !== "linux") return outputOf("/bin/ps", ["-o", "lstart=", "-p", String(pid)]);
	const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
	// The name in parentheses may hold spaces and parentheses; field 22 is the 20th after it.
	const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
	// A zombie holds nothing any more; it is as good as gone, and has no start time of interest.
	return fields?.[0] === "Z" || fields?.[0] === "X" ? "ended" : fields?.[19];
}

/** Asks the kernel itself: a /proc may hide the processes of other users. */
function exists(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return !(error instanceof Error && "code" in error && error.code === "ESRCH");
	}
}

/** Changes with every boot; empty where it cannot be told. */
export async function bootIdOfMachine(): Promise<string> {
	if (process.platform === "linux")
		return (await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "")).trim();
	return process.platform === "darwin"
		? ((await outputOf("/usr/sbin/sysctl", ["-n", "kern.bootsessionuuid"])) ?? "")
		: "";
}

/** In this order; the last one can be read by root alone, and is what containers have. */
const MACHINE_IDS = ["/etc/machine-id", "/var/lib/dbus/machine-id", "/sys/class/dmi/id/product_uuid"];

async function idOfMachine(): Promise<string> {
	if (process.platform !== "linux") return "";
	for (const path of MACHINE_IDS) {
		const id = (await readFile(path, "utf8").catch(() => "")).trim();
		// systemd writes this word while an image has not been started yet.
		if (id !== "" && id !== "uninitialized") return id;
	}
	return "";
}

async function namespaceOfProcess(): Promise<string> {
	return process.platform === "linux" ? readlink("/proc/self/ns/pid").catch(() => "") : "";
}

async function outputOf(program: string, args: readonly string[]): Promise<string | undefined> {
	return promisify(execFile)(program, [...args], { timeout: 5_000, env: { LC_ALL: "C", TZ: "UTC0" } }).then(
		({ stdout }) => stdout.trim() || undefined,
		() => undefined,
	);
}

/** Asked for once: the system reads a file each time. */
let user: string | undefined;

function nameOfUser(): string {
	try {
		user ??= userInfo().username;
	} catch {
		user = "unknown";
	}
	return user;
}
