import { clipName } from "../model/clip-name.ts";
import type { DownloadEvent, DownloadFailure, DownloadReport } from "../model/download.ts";
import { counted, type Ink, paint, plain } from "./ink.ts";

/**
 * One line for what happened to a clip; empty for what only a progress bar shows. `folder` as people see it.
 */
export function renderDownload(event: DownloadEvent, ink: Ink, folder: string): string {
	const { green, red, yellow } = paint(ink);
	switch (event.type) {
		case "downloading":
			return "";
		case "downloaded":
			return `${green("fetched")}  ${plain(`${folder}/${event.file}`)} (${size(event.bytes)})`;
		case "kept":
			return `exists   ${plain(`${folder}/${event.file}`)}`;
		case "waiting":
			return `${yellow("waiting")}  ${reason(event)}`;
		case "failed":
			return `${red("failed")}   ${reason(event)}`;
	}
}

/** The closing line. */
export function renderDownloadReport({ downloaded, kept, failed, left }: DownloadReport): string {
	const rest = [
		kept > 0 && `${kept} already there`,
		failed > 0 && `${failed} failed`,
		left > 0 && `${left} not tried`,
	].filter((each) => each !== false);
	return `${[`Downloaded ${counted(downloaded, "clip")}`, ...rest].join(", ")}.\n`;
}

function reason({ address, moment, message, remedy }: DownloadFailure): string {
	const name = moment === undefined ? address : clipName(address, moment);
	return `${plain(name)}: ${plain(message)}${remedy ? `\n         ${plain(remedy)}` : ""}`;
}

function size(bytes: number): string {
	const units = ["bytes", "kB", "MB", "GB"];
	const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
	return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`;
}
