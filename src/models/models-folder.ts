import { isAbsolute, join } from "node:path";

/**
 * Where models are kept unless settings say otherwise: `showrun/models` in the user's folder for caches.
 * XDG_CACHE_HOME wins, and counts only when it is absolute.
 */
export function modelsFolder(given: {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly platform: NodeJS.Platform;
	readonly home: string;
}): string {
	const { env, platform, home } = given;
	const wanted = env.XDG_CACHE_HOME;
	if (wanted && isAbsolute(wanted)) return join(wanted, "showrun", "models");
	if (platform === "win32")
		return join(env.LOCALAPPDATA || join(home, "AppData", "Local"), "showrun", "models");
	if (platform === "darwin") return join(home, "Library", "Caches", "showrun", "models");
	return join(home, ".cache", "showrun", "models");
}
