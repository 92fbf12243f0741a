// What a page can do without this: everything but live updates, the player's words and the keys.

const live = document.getElementById("live");

/** Whether a person is about to use something in there, which must not be taken away. */
function isInUse(part) {
	// What is said in a clip stands open without anybody's doing.
	if (part.querySelector("details[open]:not(.said), dialog[open]")) return true;
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
	// A click that has begun would be lost with the button it began on.
	if (document.querySelector("[data-live] :active")) return soon();
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
		showCopies();
		if (at) document.getElementById(at)?.focus();
		if (name !== "nav") part.classList.add("fresh");
		setTimeout(() => part.classList.remove("fresh"), 1500);
	}
}

/** Buttons that do nothing without this. */
function showCopies() {
	for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
}
showCopies();
document.addEventListener("click", async ({ target }) => {
	const button = target.closest?.("[data-copy]");
	if (!button) return;
	await navigator.clipboard?.writeText(button.dataset.copy);
	button.classList.add("copied");
	setTimeout(() => button.classList.remove("copied"), 1500);
});

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

// A player shows the words as they are heard, and goes to one that is clicked.
document.addEventListener(
	"timeupdate",
	({ target }) => {
		const card = target.closest?.("[data-clip]");
		if (!card) return;
		const at = target.currentTime * 1000 + Number(card.dataset.from);
		for (const word of card.querySelectorAll(".said span"))
			word.classList.toggle("heard", at >= Number(word.dataset.begin) && at < Number(word.dataset.end));
	},
	true,
);
document.addEventListener("click", ({ target }) => {
	const word = target.closest?.(".said span");
	const card = word?.closest("[data-clip]");
	const video = card?.querySelector("video");
	if (video) video.currentTime = Math.max(0, (Number(word.dataset.begin) - Number(card.dataset.from)) / 1000);
});

/** Puts the begin or the end of a word, or both, into the cut that is asked for. */
function cutAt(card, { begin, end }) {
	const edit = card.querySelector('details[data-key="e"]');
	const field = edit?.querySelector("[name=trim]");
	if (!field) return;
	edit.open = true;
	const [from, to] = (field.value || field.placeholder).split("-");
	const seconds = (word, edge) => (Number(word.dataset[edge]) / 1000).toFixed(1);
	field.value = `${begin ? seconds(begin, "begin") : from}-${end ? seconds(end, "end") : to}`;
}

/** The word that is heard, or was heard last. */
function wordAt(card) {
	const at = (card.querySelector("video")?.currentTime ?? 0) * 1000 + Number(card.dataset.from);
	const words = [...card.querySelectorAll(".said span")];
	return words.findLast((word) => Number(word.dataset.begin) <= at) ?? words[0];
}

// Words that are selected while a clip is edited become its cut.
document.addEventListener("selectionchange", () => {
	const selection = getSelection();
	const card = selection?.anchorNode?.parentElement?.closest("[data-clip]");
	if (!card?.querySelector('details[data-key="e"][open]') || selection.isCollapsed) return;
	const words = [...card.querySelectorAll(".said span")].filter((word) => selection.containsNode(word, true));
	if (words.length > 0) cutAt(card, { begin: words[0], end: words.at(-1) });
});

/** To the next or previous clip; where there are none, to the time after or before. */
function step(by) {
	const cards = [...document.querySelectorAll("[data-clip]")];
	if (cards.length === 0) document.querySelector(by > 0 ? "[rel=next]" : "[rel=prev]")?.click();
	const at = cards.findIndex((card) => card.contains(document.activeElement));
	cards[Math.min(cards.length - 1, Math.max(0, at + by))]?.focus();
}

function act(key) {
	const card = document.activeElement?.closest("[data-clip]");
	if (!card) return false;
	if (key === " ") {
		const video = card.querySelector("video");
		if (!video) return false;
		if (video.paused) video.play().catch(() => {});
		else video.pause();
		return true;
	}
	if (key === "i" || key === "o") {
		const word = wordAt(card);
		if (word) cutAt(card, key === "i" ? { begin: word } : { end: word });
		return word !== undefined;
	}
	const part = card.querySelector(`[data-key="${CSS.escape(key)}"]`);
	if (!part) return false;
	if (part.tagName === "DETAILS") {
		part.open = true;
		part.querySelector("input:not([type=hidden])").focus();
	} else part.click();
	return true;
}

document.addEventListener("keydown", (event) => {
	const { key, target } = event;
	if (event.ctrlKey || event.metaKey || event.altKey) return;
	if (
		target.matches("input, textarea, select, video, summary, button, a") &&
		!(key === "j" || key === "k" || target.matches("a"))
	)
		return;
	if (target.matches("input, textarea, select")) return;
	if (key === "j") step(1);
	else if (key === "k") step(-1);
	else if (!["a", "x", "e", "i", "o", " "].includes(key) || !act(key)) return;
	event.preventDefault();
});
// After a decision the next page comes back to the clip.
if (location.hash) document.querySelector(location.hash)?.focus();
