// What a page can do without this: everything but live updates, the player's words and the keys.

const live = document.getElementById("live");

/** Whether a person is about to use something in there, which must not be taken away. */
function isInUse(part) {
	if (part.querySelector("details[open], dialog[open]")) return true;
	if (part.contains(document.activeElement) && document.activeElement.matches("input, textarea, select"))
		return true;
	if ([...part.querySelectorAll("video")].some((video) => !video.paused)) return true;
	return [...part.querySelectorAll("input, textarea")].some(
		(field) => field.type !== "hidden" && field.type !== "checkbox" && field.value !== field.defaultValue,
	);
}

function say(words, off) {
	live.hidden = false;
	live.textContent = words;
	live.classList.toggle("off", off);
}

/** Puts the parts of the page as it is now in the place of those that differ. */
async function refresh() {
	const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
	const next = new DOMParser().parseFromString(await answer.text(), "text/html");
	if (!answer.ok) return say("Signed out: open a new link", true);
	for (const part of document.querySelectorAll("[data-live]")) {
		const name = part.dataset.live;
		const fresh = next.querySelector(`[data-live="${CSS.escape(name)}"]`);
		if (!fresh || fresh.innerHTML === part.dataset.was) continue;
		const was = fresh.innerHTML;
		if (part.innerHTML === was) continue;
		if (isInUse(part)) {
			say("Changed: reload to see it", true);
			continue;
		}
		const at =
			document.activeElement && part.contains(document.activeElement) ? document.activeElement.id : "";
		part.replaceChildren(...fresh.childNodes);
		if (at) document.getElementById(at)?.focus();
		if (name !== "nav") part.classList.add("fresh");
		setTimeout(() => part.classList.remove("fresh"), 1500);
	}
}

let pending;
function soon() {
	clearTimeout(pending);
	pending = setTimeout(() => refresh().catch(() => say("Not reached; trying again", true)), 100);
}

let events;
function listen() {
	events = new EventSource("events");
	events.addEventListener("open", () => say("Live", false));
	events.addEventListener("changed", soon);
	events.addEventListener("over", () => {
		events.close();
		say("Signed out: open a new link", true);
	});
	events.addEventListener("error", () => say("Not reached; trying again", true));
}

// A page that nobody sees holds no connection: browsers open few to one server.
document.addEventListener("visibilitychange", () => {
	events?.close();
	if (document.hidden) return;
	listen();
	soon();
});
if (live) listen();
