// Stands for a language model on this machine: answers POST /v1/chat/completions, and knows the sample's five sentences.
import { createServer } from "node:http";

const PORT = Number(process.env.PORT ?? 7792);
const PHRASES = {
	"What does one bad night cost?": {
		de: "Was kostet eine schlechte Nacht?",
		es: "¿Cuánto cuesta una mala noche?",
	},
	"We counted.": { de: "Wir haben gezählt.", es: "Hicimos la cuenta." },
	"Six hours of outage.": { de: "Sechs Stunden Ausfall.", es: "Seis horas de caída." },
	"9000 angry customers.": { de: "9000 verärgerte Kunden.", es: "9000 clientes enfadados." },
	"And one birthday cake that nobody ate.": {
		de: "Und ein Geburtstagskuchen, den niemand aß.",
		es: "Y una tarta de cumpleaños que nadie comió.",
	},
};

const server = createServer(async (request, response) => {
	const { messages } = JSON.parse(Buffer.concat(await request.toArray()).toString());
	const [rules, data] = [messages[0].content, JSON.parse(messages[1].content)];
	// showrun asks for a language by its code; without one, for the texts in the language that is spoken.
	const [, language] = /(?:to|every text:) (de|es)\b/.exec(rules) ?? [];
	const content = JSON.stringify(answer(data, language));
	response.writeHead(200, { "content-type": "application/json" });
	response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content } }] }));
});
server.listen(PORT, "127.0.0.1", () => console.log(`http://127.0.0.1:${PORT}/v1`));

/** Lines are subtitles to translate; a draft is a clip's title, description and hashtags. */
function answer({ lines, draft }, language) {
	if (lines) return { lines: lines.map((line) => translated(line, language)) };
	if (draft)
		return {
			title: translated(draft.title, language),
			description: translated(draft.description, language),
			hashtags: draft.hashtags,
		};
	return {};
}

function translated(text, language) {
	return Object.entries(PHRASES).reduce((done, [phrase, known]) => {
		return done.replace(phrase, known[language] ?? phrase);
	}, text);
}
