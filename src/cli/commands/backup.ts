import { resolve } from "node:path";
import { restoreBackup } from "../../service/backup/restore.ts";
import { type BackupReport, writeBackup } from "../../service/backup/write.ts";
import { dataFault } from "../../service/store/fault.ts";
import { systemClock } from "../../system/clock.ts";
import { renderBackup, renderRestored } from "../../views/backup.ts";
import { lines, out, stopSignal } from "../terminal/terminal.ts";
import { ownFilesOnly } from "../wiring/data-folder.ts";
import { keySource } from "../wiring/destinations.ts";

interface BackupFlags {
	readonly in: string;
	readonly json?: true;
}

/** `showrun backup FILE`: the data folder of the embedded service in one file, while it is in use. */
export async function backup(path: string, flags: BackupFlags): Promise<void> {
	const data = await ownFilesOnly(flags.in);
	const file = resolve(path);
	const report = await writeBackup({ data, file, now: systemClock.now(), signal: stopSignal() }).catch(
		(error: unknown) => {
			throw dataFault(error, data);
		},
	);
	const key = keySource();
	printReport({ type: "backup", ...report, data }, flags, (made) =>
		renderBackup({ ...made, key: key.given ? "SHOWRUN_CREDENTIALS_KEY" : key.file }),
	);
}

/** `showrun restore FILE`: a data folder as it was backed up, where there is none. */
export async function restore(path: string, flags: BackupFlags): Promise<void> {
	const data = await ownFilesOnly(flags.in);
	const report = await restoreBackup({ file: resolve(path), data, signal: stopSignal() }).catch(
		(error: unknown) => {
			throw dataFault(error, data);
		},
	);
	printReport({ type: "restored", ...report, data }, flags, renderRestored);
}

interface DataReport extends BackupReport {
	readonly type: "backup" | "restored";
	readonly data: string;
}

function printReport(report: DataReport, flags: BackupFlags, render: (report: DataReport) => string): void {
	out(flags.json ? lines([{ ...report, at: new Date(report.at).toISOString() }]) : render(report));
}
