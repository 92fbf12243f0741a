import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes a configuration of so many resources with eight fields, and initialises it, offline.
 * False: there is no terraform, or it cannot work here.
 */
export function writeTerraform(folder: string, count: number): boolean {
	const fields = (index: number) =>
		Array.from({ length: 8 }, (_, field) => `f${field} = "value ${index} ${field}"`).join("\n    ");
	const resource = (index: number) =>
		`resource "terraform_data" "p${index}" {\n  input = {\n    ${fields(index)}\n  }\n}\n`;
	mkdirSync(folder, { recursive: true });
	writeFileSync(
		join(folder, "main.tf"),
		Array.from({ length: count }, (_, index) => resource(index)).join(""),
	);
	try {
		execFileSync("terraform", ["init", "-input=false"], { cwd: folder, stdio: "ignore", timeout: 60_000 });
		return true;
	} catch {
		return false;
	}
}
