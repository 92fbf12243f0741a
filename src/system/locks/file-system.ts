import { statfsSync } from "node:fs";

/** What a folder is on. */
export interface FileSystem {
	/** Its name, or its number where it is not known here; empty where it cannot be told. */
	readonly name: string;
	/** Whether only one running kernel can have it mounted. */
	readonly isLocal: boolean;
}

/** Numbers of `statfs` on Linux. One that is not here counts as shared with other machines. */
const LOCAL: Readonly<Record<number, string>> = {
	61267: "ext4",
	1481003842: "xfs",
	2435016766: "btrfs",
	801189825: "zfs",
	4076150800: "f2fs",
	3393526350: "bcachefs",
	827541066: "jfs",
	1382369651: "reiserfs",
	16914836: "tmpfs",
	2240043254: "ramfs",
	2035054128: "overlayfs",
};

/** For messages. */
const SHARED: Readonly<Record<number, string>> = {
	26985: "nfs",
	4283649346: "cifs",
	4266872130: "smb2",
	20859: "smb",
	1702057286: "fuse",
	16914839: "9p",
	12805120: "ceph",
	18225520: "gfs2",
	1952539503: "ocfs2",
	198183888: "lustre",
	2020557398: "vboxsf",
	3133910204: "vmhgfs",
	1397113167: "afs",
};

/** The file system of a folder. */
export function fileSystemOf(folder: string): FileSystem {
	try {
		if (process.platform === "linux") return fileSystemNamed(statfsSync(folder).type);
	} catch {}
	return { name: "", isLocal: false };
}

/** The file system with that number. Of 32 bits where it is negative. */
export function fileSystemNamed(type: number): FileSystem {
	const id = type >>> 0;
	const local = LOCAL[id];
	if (local !== undefined) return { name: local, isLocal: true };
	return { name: SHARED[id] ?? `0x${id.toString(16)}`, isLocal: false };
}

/** Whether a name that a holder noted is one of a local file system. */
export function isLocalName(name: string): boolean {
	return Object.values(LOCAL).includes(name);
}
