import { epochMs } from "../../../src/model/brand.ts";
import type { FeedFailure, FeedItem, FeedReading } from "../../../src/model/feed.ts";
import { NOW } from "../../builders/world.ts";
import type { FeedStep } from "./events.ts";

const WEEK_MS = 7 * 86_400_000;

/** One episode as it is, whatever its feed calls it. */
interface Episode {
	/** What it is, for the judge. */
	readonly number: number;
	item: FeedItem;
}

/** A show and its feed, over months. */
export class Show {
	weeks = 0;
	/** How far this machine's clock is off, in milliseconds. */
	clockMs = 0;
	listed: "all" | "newest" | "none" | "broken" = "all";
	/** Addresses that an episode's video ever had: what is sent from one of them is that episode. */
	readonly addresses = new Map<string, number>();
	/** Episodes that are listed anew so that nobody can tell what they were. */
	readonly remade = new Set<number>();
	readonly #episodes: Episode[] = [];
	#next = 100;

	constructor() {
		for (let week = -4; week <= 0; week++) this.#publish(NOW + week * WEEK_MS);
	}

	get now(): number {
		return NOW + this.weeks * WEEK_MS + 3_600_000;
	}

	/** Numbers of all episodes, the earliest first. */
	get numbers(): readonly number[] {
		return this.#episodes.map(({ number }) => number);
	}

	reading(): FeedReading | FeedFailure {
		if (this.listed === "broken") return { failed: "It is down.", remedy: "Wait." };
		const all = this.#episodes.map(({ item }) => item).toReversed();
		return {
			items: this.listed === "none" ? [] : this.listed === "newest" ? all.slice(0, 2) : all,
			unusable: [],
		};
	}

	/** What happens to the feed. Steps that are about the program change nothing here. */
	take(step: FeedStep): void {
		if (step.do === "week") {
			this.weeks++;
			for (let count = 0; count < step.episodes; count++)
				this.#publish(NOW + this.weeks * WEEK_MS + count * 60_000);
		} else if (step.do === "list") this.listed = step.what;
		else if (step.do === "clock") this.clockMs = step.days * 86_400_000;
		else if (step.do === "old episode") this.#publish(NOW - 40 * WEEK_MS + this.#next * 1_000, 0);
		else this.#rewrite(step);
	}

	#rewrite(step: FeedStep): void {
		const stamp = `${this.weeks}-${this.#next}`;
		const [last] = this.#episodes.slice(-1);
		if (step.do === "correct" && last) {
			const { title = "" } = last.item;
			if (step.what !== "title")
				this.#set(last, { source: this.#at(last, `https://m.example/${last.number}-${stamp}.mp4`) });
			if (step.what !== "video") this.#set(last, { title: `${title}, corrected` });
		}
		for (const each of this.#episodes) {
			if (step.do === "renumber") this.#set(each, { id: `${stamp}:${each.number}` });
			if (step.do === "renumber" && step.host)
				this.#set(each, { source: this.#at(each, `https://host-${stamp}.example/x/${each.number}.mp4`) });
			if (step.do === "count" && each.item.source.kind === "url") {
				const url = each.item.source.url.replace(
					/^https:\/\/(count\.example\/r\.mp4\/)?/,
					"https://count.example/r.mp4/",
				);
				this.#set(each, { source: this.#at(each, url) });
			}
			if (step.do === "remake") {
				this.remade.add(each.number);
				this.#set(each, {
					id: `remade ${stamp} ${each.number}`,
					title: `Remade ${stamp} ${each.number}`,
					source: this.#at(each, `https://remade-${stamp}.example/${each.number}.mp4`),
				});
			}
		}
	}

	#publish(at: number, place = this.#episodes.length): void {
		const number = this.#next++;
		const title = `Episode ${number}`;
		const episode: Episode = {
			number,
			item: {
				id: `ep-${number}`,
				source: { kind: "url", url: "" },
				title,
				publishedAt: epochMs(at),
				fields: { title },
			},
		};
		this.#set(episode, { source: this.#at(episode, `https://m.example/${number}.mp4`) });
		this.#episodes.splice(place, 0, episode);
	}

	#at({ number }: Episode, url: string): FeedItem["source"] {
		this.addresses.set(url, number);
		return { kind: "url", url };
	}

	#set(episode: Episode, over: Partial<FeedItem>): void {
		const { title = "" } = { ...episode.item, ...over };
		episode.item = { ...episode.item, ...over, fields: { title } };
	}
}
