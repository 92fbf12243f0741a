import type { CheckResult } from "../../model/health.ts";
import type { Settings } from "../../model/settings.ts";
import { type Environment, proxyFor, withoutUser } from "../../system/proxy.ts";
import { failure, well } from "./finding.ts";

/** The proxies that the service and the endpoints are reached through, without their passwords. */
export function lookAtProxies({ service, embedded }: Settings, env: Environment): readonly CheckResult[] {
	const urls = service.url === undefined ? [embedded.chat?.url, embedded.transcription?.url] : [service.url];
	const named = urls.filter((url) => url !== undefined).flatMap((url) => proxyFinding(new URL(url), env));
	return [...new Map(named.map((finding) => [finding.detail, finding])).values()];
}

function proxyFinding(url: URL, env: Environment): readonly CheckResult[] {
	try {
		const proxy = proxyFor(url, env);
		return proxy ? [well("proxy", `${withoutUser(proxy)} carries connections to ${url.host} (CONNECT)`)] : [];
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		return [failure("proxy", why, `Name an http proxy, or list ${url.hostname} in NO_PROXY.`)];
	}
}
