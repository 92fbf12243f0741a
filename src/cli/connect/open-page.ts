import { err } from "../terminal/terminal.ts";

/** Opens a page in a browser. Its URL is on the screen too, so a machine without one is no failure. */
export async function openPage(url: string): Promise<void> {
	try {
		const { default: open } = await import("open");
		const child = await open(url);
		child.once("error", noBrowser);
	} catch {
		noBrowser();
	}
}

function noBrowser(): void {
	err("No browser could be opened here: open the page above by hand.\n");
}
