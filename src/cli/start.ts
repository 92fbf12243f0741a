#!/usr/bin/env node
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { loadCompiled } from "./compiled-code.ts";
import { LONG, makeLean } from "./v8-settings.ts";
import { asksForVersion, BUILD, VERSION } from "./version.ts";
import { userCache } from "./wiring/user-cache.ts";

/** What the built program starts with: `main` beside it, with the code that V8 compiled in earlier runs. */
const args = process.argv.slice(2);
if (asksForVersion(args)) console.log(VERSION);
// An old Node has none; `main` says that it is too old.
else if (typeof crc32 !== "function") require(join(__dirname, "cli.js"));
else {
	const [command = ""] = args;
	const name = /^[a-z]+$/.test(command) ? command : "help";
	// V8 takes no code that was compiled with other flags: each command's is kept apart, and begins with these.
	if (LONG.test(command)) makeLean({ v8: require("node:v8"), load: require, version: process.version });
	const flags = crc32([process.env.NODE_OPTIONS, ...process.execArgv].join(" ")).toString(16);
	const build = `${BUILD?.slice(0, 16)}-${process.version}-${process.arch}-${flags}`;
	loadCompiled(join(__dirname, "cli.js"), join(userCache(), "showrun", "code", build, name));
}
