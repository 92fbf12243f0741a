import { Fault } from "../../model/fault.ts";
import type { NotifyTarget } from "../../model/notify.ts";
import type { SendResult } from "../../webhooks/verdict.ts";
import type { Note } from "../note.ts";
import { sendChat } from "./chat.ts";
import { sendToCommand } from "./command.ts";
import { sendMail } from "./mail.ts";
import { sendSigned } from "./signed-webhook.ts";
import type { SendParts } from "./target.ts";

/** Sends a message once. */
export async function sendNote(note: Note, target: NotifyTarget, parts: SendParts): Promise<SendResult> {
	try {
		return await sendTo(note, target, parts);
	} catch (error) {
		if (parts.signal.aborted) return { kind: "not-taken", why: "It was stopped." };
		if (!(error instanceof Fault)) throw error;
		return { kind: "not-taken", why: [error.message, error.remedy].filter(Boolean).join(" ") };
	}
}

async function sendTo(note: Note, target: NotifyTarget, parts: SendParts): Promise<SendResult> {
	switch (target.kind) {
		case "webhook":
			return sendSigned(note, target, parts);
		case "slack":
		case "discord":
			return sendChat(note, target, parts);
		case "mail":
			return sendMail(note, target, parts);
		case "command":
			return sendToCommand(note, target, parts);
	}
}
