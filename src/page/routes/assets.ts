import { Hono } from "hono";
import type { Asset } from "../assets/assets.ts";
import type { Env } from "./context.ts";

/** The files that every page loads, under names that change with what is in them. */
export function assetRoutes(assets: readonly Asset[]): Hono<Env> {
	const routes = new Hono<Env>();
	for (const { path, type, text } of assets)
		routes.get(path, (exchange) =>
			exchange.body(text, 200, {
				"Content-Type": type,
				"Cache-Control": "public, max-age=31536000, immutable",
			}),
		);
	return routes;
}
