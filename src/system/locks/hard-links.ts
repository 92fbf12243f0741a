import { dirname } from "node:path";
import { StopFault } from "../../model/fault.ts";

/** What file systems without hard links answer: FAT and exFAT, many shared folders, some network disks. */
const NO_LINKS: ReadonlySet<string> = new Set([
	"EPERM",
	"ENOTSUP",
	"EOPNOTSUPP",
	"ENOSYS",
	"EINVAL",
	"EMLINK",
]);

/** Whether an error code of `link` says that the file system has no hard links. */
export function lacksLinks(code: string): boolean {
	return NO_LINKS.has(code);
}

/** The fault of a folder that cannot be locked for want of hard links. */
export function unlinkable(path: string, cause: unknown): StopFault {
	return new StopFault(
		`The folder ${dirname(path)} cannot be locked: ` +
			`its file system does not support hard links (${(cause as NodeJS.ErrnoException).code}).`,
		{
			remedy:
				"Put the workspace on a disk that does: a local one, not FAT or exFAT, nor a folder shared into a " +
				"virtual machine or a container.",
			cause,
		},
	);
}
