/**
 * Draws what `showrun plan` prints of the README's campaign, in its colours, as the README's picture of a
 * terminal: `npm run sheets:terminal` writes `.github/terminal.svg` with the program built last.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const COLUMNS = 96;
const CELL = { width: 8.4, height: 19 } as const;
const MARGIN = 16;
const COLOURS: Readonly<Record<string, string>> = {
	31: "#ff7b72",
	32: "#3fb950",
	33: "#d29922",
	36: "#39c5cf",
};

/** A picture of text with escape codes of colour, as an SVG with one text a line. */
function pictureOf(text: string): string {
	const lines = text.trimEnd().split("\n");
	const [width, height] = [
		Math.ceil(COLUMNS * CELL.width) + 2 * MARGIN,
		lines.length * CELL.height + 2 * MARGIN,
	];
	const drawn = lines.map((line, at) => {
		const y = MARGIN + at * CELL.height + 14;
		return `<text x="${MARGIN}" y="${y}" xml:space="preserve">${spansOf(line)}</text>`;
	});
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
		"<title>showrun plan</title>",
		`<rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
		`<g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14" fill="#e6edf3">`,
		...drawn,
		"</g>\n</svg>\n",
	].join("\n");
}

/** Throws for an escape code that is no colour we know. */
function spansOf(line: string): string {
	let [colour, faint] = ["", false];
	const pieces = line.split(/\p{Cc}\[(\d+)m/u);
	return pieces
		.map((piece, at) => {
			if (at % 2 === 0) return piece === "" ? "" : spanOf(escaped(piece), colour, faint);
			if (piece === "39") colour = "";
			else if (piece === "2" || piece === "22") faint = piece === "2";
			else if (COLOURS[piece]) colour = COLOURS[piece];
			else throw new Error(`the picture has no colour ${piece}`);
			return "";
		})
		.join("");
}

function spanOf(text: string, colour: string, faint: boolean): string {
	const style = [colour && ` fill="${colour}"`, faint && ' opacity="0.6"'].filter(Boolean).join("");
	return style === "" ? text : `<tspan${style}>${text}</tspan>`;
}

function escaped(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** What the program built last prints of the README's campaign, as the picture of a terminal. */
export function readmePicture(): string {
	const cwd = mkdtempSync(join(tmpdir(), "showrun-picture-"));
	try {
		const blocks = [...readFileSync("README.md", "utf8").matchAll(/```yaml\n([\s\S]*?)```/g)];
		const [campaign = "", settings = ""] = blocks.map(([, text = ""]) => text);
		writeFileSync(join(cwd, "keynote.campaign.yaml"), campaign);
		writeFileSync(join(cwd, "showrun.config.yaml"), settings);
		for (const name of ["keynote.mp4", "keynote.srt"])
			cpSync(join("examples", "quickstart", "media", name), join(cwd, "media", name));
		const env = { PATH: process.env.PATH, FORCE_COLOR: "1", COLUMNS: `${COLUMNS}`, HOME: cwd };
		const main = resolve("dist", "main.js");
		const printed = execFileSync(process.execPath, [main, "plan"], { cwd, env, encoding: "utf8" });
		return pictureOf(`$ showrun plan\n${printed}`);
	} finally {
		rmSync(cwd, { recursive: true, force: true });
	}
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
	writeFileSync(join(".github", "terminal.svg"), readmePicture());
