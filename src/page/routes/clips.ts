import { Hono } from "hono";
import { parseClipName } from "../../model/clip-name.ts";
import { defined } from "../../model/defined.ts";
import type { PageDecision, VideoDetails } from "../port.ts";
import { type ClipExtras, chosenClips, clipsPage, type ReviewedClip } from "../views/clips.ts";
import { commitPart } from "../views/commit.ts";
import { conflictPage } from "../views/conflict.ts";
import { html } from "../views/html.ts";
import {
	type Asked,
	answerPage,
	type Changed,
	changing,
	type Env,
	type Exchange,
	type PageParts,
} from "./context.ts";

/** Clips and decisions about them. */
export function clipRoutes(parts: PageParts): Hono<Env> {
	const routes = new Hono<Env>();
	routes.get("/clips", (exchange) => showClips(exchange, parts));
	routes.post(
		"/decide",
		changing(parts, "review", (asked) => decide(asked, parts)),
	);
	routes.post(
		"/commit",
		changing(parts, "review", async ({ values: { branch = "" }, session }) => ({
			said: await parts.source.commit({ branch: branch.trim(), by: session.visitor.name }),
			next: "clips",
		})),
	);
	return routes;
}

async function showClips(exchange: Exchange, parts: PageParts): Promise<Response> {
	const { video = "", show = "", page = "1" } = exchange.req.query();
	const filter = { video, show, page: Number(page) };
	const chosen = chosenClips(await parts.source.overview(), filter);
	const videos = [...new Set(chosen.slice.shown.map((clip) => clip.video))];
	const details = new Map<string, VideoDetails>();
	for (const each of videos) details.set(each, await parts.source.details(each));
	const extras = (clip: ReviewedClip) => extrasOf(clip, details.get(clip.video));
	const uncommitted = await parts.source.uncommitted();
	return answerPage(exchange, parts, (frame) => ({
		page: "clips",
		title: "Clips",
		purpose: "What was found in the videos: watch, approve, refuse and reword it before it is posted.",
		body: html`${commitPart(uncommitted, frame)}${clipsPage({ ...chosen, filter, extras }, frame)}`,
	}));
}

function extrasOf({ clip }: ReviewedClip, details: VideoDetails | undefined): ClipExtras {
	const { from, to } = clip.moment;
	return {
		words: (details?.words ?? []).filter(({ begin, end }) => end > from && begin < to),
		...defined({ explanation: details?.explanations.get(clip.idx) }),
	};
}

async function decide({ exchange, values }: Asked, parts: PageParts): Promise<Changed | Response> {
	const decision = decisionOf(values);
	const next = /^clips(\?[\w=&%.~-]*)?$/.test(values.back ?? "") ? (values.back ?? "clips") : "clips";
	if (decision === undefined)
		return { said: { ok: false, text: "This form names no clip. Nothing was written." }, next };
	const { diff, ...said } = await parts.source.decide(decision);
	if (diff === undefined) return { said, next: `${next}#clip-${decision.bind}` };
	return answerPage(exchange, parts, () => ({
		page: "clips",
		title: "Somebody else was here",
		purpose: said.text,
		body: conflictPage(diff, next),
	}));
}

function decisionOf(values: Readonly<Record<string, string>>): PageDecision | undefined {
	const { video = "", moment = "", bind = "", seen = "", approve = "", edit } = values;
	const named = parseClipName(`${video}@${moment}`);
	if (named?.moment === undefined) return undefined;
	const of = { video: named.video, moment: named.moment, bind, seen };
	if (edit === undefined)
		return APPROVALS[approve] === undefined ? undefined : { ...of, approve: APPROVALS[approve] };
	const { title = "", description = "", tags = "", trim = "" } = values;
	return {
		...of,
		title: title.trim(),
		description: description.replaceAll("\r\n", "\n").trim(),
		tags: tags.split(/[\s,]+/).flatMap((tag) => tag.replace(/^#+/, "") || []),
		...(trim.trim() !== "" && { trim: trim.trim() }),
	};
}

const APPROVALS: Readonly<Record<string, PageDecision["approve"]>> = {
	true: true,
	false: false,
	open: "open",
};
