import type { PastAttempt } from "../../model/history.ts";
import type { Overview } from "../port.ts";
import { type Html, html } from "./html.ts";
import { pager, sliceOf, withQuery } from "./page-size.ts";
import { zoneIn } from "./sentences.ts";
import { linkOf, timeIn } from "./status-pill.ts";

const PAGE_SIZE = 100;

/** How each outcome looks, and its words. */
const BECAME: Readonly<Record<PastAttempt["became"], readonly [string, string]>> = {
	done: ["done", "✓ done"],
	refused: ["failed", "✗ refused"],
	"not-sent": ["cancelled", "- not sent"],
	unknown: ["unknown", "? unknown"],
	armed: ["unknown", "? may be under way"],
	posted: ["done", "✓ posted, a person says"],
	"not-posted": ["cancelled", "- not posted, a person says"],
	abandoned: ["cancelled", "- abandoned by a person"],
	withdrawn: ["cancelled", "- cancelled before its time"],
};

type Times = Pick<Overview, "campaigns" | "now">;

/** Every attempt that is known, the latest first. */
export function historyPage(attempts: readonly PastAttempt[], page: number, times: Times): Html {
	const slice = sliceOf(attempts.toReversed(), page, PAGE_SIZE);
	return html`<div data-live="history">${
		slice.total === 0 ? html`<p class="calm">Nothing was sent yet.</p>` : historyTable(slice.shown, times)
	}${pager(slice, (at) => withQuery("history", { page: at }))}</div>`;
}

/** Attempts as a table, in the order given. */
export function historyTable(attempts: readonly PastAttempt[], times: Times): Html {
	return html`<div class="scroll" tabindex="0" role="region" aria-label="Attempts"><table class="list"><thead><tr><th>When</th><th>What</th><th>Outcome</th></tr></thead><tbody>
${attempts.map((attempt) => row(attempt, times))}
</tbody></table></div>`;
}

function row({ at, address, kind, became, account }: PastAttempt, times: Times): Html {
	const [kindOfState, words] = BECAME[became];
	return html`<tr><td class="when">${timeIn(at, zoneIn(address, times), times.now)}</td>
<td>${kind} <a href="${linkOf(address)}"><code>${address}</code></a>${account !== undefined && html` <span class="dim">to ${account}</span>`}</td>
<td><span class="state is-${kindOfState}">${words}</span></td></tr>`;
}
