import {
	type Account,
	type AccountHealth,
	accountKey,
	PLATFORMS,
	type Platform,
} from "../../model/account.ts";
import { PLATFORM_TITLES } from "../../model/platform-titles.ts";
import { counted } from "../../views/ink.ts";
import type { Overview, PageAccounts } from "../port.ts";
import { copyable } from "./copyable.ts";
import { type Html, html, type Part } from "./html.ts";
import { withQuery } from "./page-size.ts";
import { zoneIn } from "./sentences.ts";
import { linkOf, pill, relative, timeIn } from "./status-pill.ts";

type Now = Pick<Overview, "campaigns" | "now">;

/** So many posts at risk are named for each account. */
const NAMED = 10;

/** Every account with its health, the posts it puts at risk, and what to do. */
export function accountsPage(accounts: PageAccounts, now: Now): Html {
	const { health, askedAt, isElsewhere } = accounts;
	const urgent = [...health].sort((one, other) => urgency(one) - urgency(other));
	return html`<div data-live="accounts">
${health.length === 0 && html`<p class="calm">No account is connected, and no campaign names one.</p>`}
<ul class="cards">${urgent.map((each) => card(each, now))}</ul>
${isElsewhere && html`<p class="dim">The service was asked ${relative(askedAt, now.now)}.</p>`}
${connectPart(accounts)}</div>`;
}

function urgency({ connected }: AccountHealth): number {
	if (connected === undefined || !connected.tokenValid) return 0;
	return connected.tokenExpiringSoon ? 1 : 2;
}

function card(health: AccountHealth, now: Now): Html {
	const { account, connected, atRisk } = health;
	const [standing, words, remedy] = healthOf(connected);
	const risk = counted(atRisk.length, "post");
	return html`<li class="card is-${standing}"><div class="card-head">${pill(standing, words)}
<h3><span class="platform">${PLATFORM_TITLES[account.platform]}</span> <bdi>${account.username}</bdi></h3>
${connected && html`<code class="dim">${connected.id}</code>`}</div>
${remedy !== undefined && html`<p>${remedy}</p><p>${copyable(connectCommand(account.platform))}</p>`}
${connected?.quota && html`<p>${counted(connected.quota.left, "post")} left until ${timeIn(connected.quota.until, now.campaigns[0]?.timezone ?? "UTC", now.now)}.</p>`}
${atRisk.length > 0 && html`<details open><summary>${risk} at risk</summary><ul class="risks">${atRisk.slice(0, NAMED).map(({ address, at, handedOver }): Part => html`<li><a href="${linkOf(address)}"><code>${address}</code></a> ${at === undefined ? "as soon as possible" : timeIn(at, zoneIn(address, now), now.now)}${handedOver && html` <span class="dim">handed over to the service</span>`}</li>`)}</ul>${atRisk.length > NAMED && html`<p class="dim">and ${atRisk.length - NAMED} more</p>`}</details>`}
<p class="place"><a href="${withQuery("posts", { account: postsKey(account) })}">Its posts</a> · <a href="${withQuery("calendar", { account: postsKey(account) })}">its calendar</a></p></li>`;
}

/** As the filters of posts and calendar name it. */
function postsKey({ platform, username }: AccountHealth["account"]): string {
	return `${platform}:${username}`;
}

function healthOf(
	connected: Account | undefined,
): readonly ["failed" | "attention" | "done", string, string?] {
	if (connected === undefined)
		return [
			"failed",
			"not connected",
			"Posts to it wait until it is connected, on a terminal of this machine:",
		];
	if (!connected.tokenValid)
		return [
			"failed",
			"token invalid",
			"Posts to it fail or wait. Connect it again, on a terminal of this machine:",
		];
	return connected.tokenExpiringSoon
		? ["attention", "token expires soon", "Connect it again before it does, on a terminal of this machine:"]
		: ["done", "ok"];
}

function connectCommand(platform: Platform): string {
	return `showrun accounts connect ${platform}`;
}

/** A consent belongs to who sits at the machine: commands ask for it, the page does not. */
function connectPart({ isElsewhere, withApp, health }: PageAccounts): Html {
	const named = new Set(health.map(({ account }) => accountKey(account)));
	return html`<section aria-labelledby="connect"><h2 id="connect">Connect ${named.size > 0 ? "another account" : "an account"}</h2>
<p class="dim">Run one of these in a terminal on this machine: it opens the page on which you allow it, and waits. No password or token passes through this page.</p>
<div class="scroll" tabindex="0" role="region" aria-labelledby="connect"><table class="list"><thead><tr><th>Platform</th><th>Where its posts go</th><th>Command</th></tr></thead><tbody>${PLATFORMS.map(
		(platform) =>
			html`<tr><td>${PLATFORM_TITLES[platform]}</td><td>${whereTo(isElsewhere, withApp.includes(platform))}</td><td>${copyable(connectCommand(platform))}</td></tr>`,
	)}</tbody></table></div></section>`;
}

function whereTo(isElsewhere: boolean, hasApp: boolean): string {
	if (isElsewhere) return "to the platform, through the service";
	return hasApp ? "to the platform, with your app" : "into the outbox, a folder on this machine";
}
