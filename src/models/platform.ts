/** A machine that nothing is made for: there runs only what runs on all of them. */
export const ANY_PLATFORM = "everywhere";

let asked: string | undefined;

/**
 * This machine's operating system and processor as `linux-x64`, and `-musl` after it where a library made for
 * glibc cannot be loaded (Alpine).
 */
export function thisPlatform(): string {
	const { platform, arch } = process;
	// A report takes 15 ms.
	asked ??= `${platform}-${arch}${platform === "linux" && !isGlibc(reported()) ? "-musl" : ""}`;
	return asked;
}

/**
 * Whether a report of Node's tells of glibc. One that tells nothing proves nothing: what is pulled is tried.
 */
export function isGlibc(report: unknown): boolean {
	if (typeof report !== "object" || report === null || !("header" in report)) return true;
	const { header } = report;
	return typeof header === "object" && header !== null && "glibcVersionRuntime" in header;
}

function reported(): unknown {
	const { report } = process;
	// The network's part of it asks for the names of addresses, which takes long.
	Object.assign(report, { excludeNetwork: true });
	return report.getReport();
}
