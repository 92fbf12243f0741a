import { suite } from "uvu";
import * as assert from "uvu/assert";
import { namesAmount } from "../../src/engine/pick/amounts.ts";
import { clipTextsFor } from "../../src/engine/pick/clip-texts.ts";
import { refersBack } from "../../src/engine/pick/sentence-features.ts";
import { contentOf } from "../../src/engine/pick/sentence-worth.ts";
import { tokensOf } from "../../src/engine/pick/tokens.ts";
import { wordsIn } from "../../src/engine/transcript/read-transcript.ts";
import { sentencesOf } from "../../src/engine/transcript/sentences.ts";

const tongues = suite("words in other languages");

/**
 * What is said, the title that is the best of it, and what has to be among the tags. Nothing else may be but
 * words of these.
 */
const TALKS: Readonly<
	Record<string, { readonly said: string; readonly title: string; readonly tags: readonly string[] }>
> = {
	German: {
		said: "Und dann haben wir uns das noch einmal angesehen. Warum scheitern die meisten Migrationen in der ersten Woche? Die Datenbank war während der Migration immer noch beschäftigt. Wir hatten die Datenbank zwischen zwei Versionen verloren.",
		title: "Warum scheitern die meisten Migrationen in der ersten Woche?",
		tags: ["datenbank"],
	},
	French: {
		said: "Alors on va regarder ensemble. Pourquoi personne ne lit jamais la documentation du produit ? L'équipe a réécrit la documentation pendant un mois. Depuis, les clients ouvrent la documentation avant d'appeler l'équipe.",
		title: "Pourquoi personne ne lit jamais la documentation du produit",
		tags: ["documentation", "équipe"],
	},
	Spanish: {
		said: "Entonces vamos a verlo juntos. ¿Por qué nunca funciona el primer despliegue del servidor? El servidor estaba lleno de registros antiguos. Nosotros borramos los registros y el servidor volvió a responder.",
		title: "¿Por qué nunca funciona el primer despliegue del servidor?",
		tags: ["servidor", "registros"],
	},
	Polish: {
		said: "No więc zobaczmy to razem. Dlaczego nasze testy są takie wolne? Ponieważ każdy test uruchamia całą przeglądarkę. Kiedy przeglądarka działa tylko raz, wszystkie testy kończą się przed obiadem.",
		title: "Dlaczego nasze testy są takie wolne?",
		tags: ["testy"],
	},
};

for (const [language, { said, title, tags }] of Object.entries(TALKS)) {
	tongues(`${language}: the question is the title, and no common word is a tag`, () => {
		const words = wordsIn(`00:00:00,000 --> 00:00:20,000\n${said}\n`, 20_000);
		const found = clipTextsFor({ begin: 0, end: 20_000 }, { words, sentences: sentencesOf(words) }, "talk");
		assert.ok(found.title.startsWith(title), found.title);
		const missing = tags.filter((tag) => !found.tags.includes(tag));
		const common = found.tags.filter((tag) =>
			/^(?:während|zwischen|pendant|depuis|nosotros|ponieważ|każdy|kiedy|wszystkie|immer|noch|avant)$/.test(
				tag,
			),
		);
		assert.equal([missing, common], [[], []], found.tags.join(" "));
	});
}

tongues("an article or an ending behind an apostrophe is no part of a word", () => {
	assert.equal(tokensOf("L'avenir de Sarah's idea, qu'elle n'aime"), [
		"avenir",
		"de",
		"sarah",
		"idea",
		"elle",
		"aime",
	]);
});

tongues(
	"what is claimed and told, amounts and ties to what came before are known in other languages too",
	() => {
		const telling = [
			["de", "Meine Mutter sagte, das war nie mein größter Fehler.", "Das Regal steht links im Raum."],
			["fr", "Mon père m'a dit que personne ne connaît la vérité.", "La boîte est sur une table."],
			["es", "Mi abuela nunca dijo nada de la guerra.", "La caja va en una mesa."],
			["it", "Mio padre disse che nessuno sapeva la verità.", "Il quadro va in una stanza."],
		] as const;
		for (const [language, said, plain] of telling)
			assert.ok(contentOf(said, language).worth > contentOf(plain, language).worth + 0.3, said);
		assert.equal(["zwei Millionen Euro", "la moitié du temps", "50 %", "ein paar Leute"].map(namesAmount), [
			true,
			true,
			true,
			false,
		]);
		const backward = ["Aber das ging schief.", "Mais non.", "Entonces llegó.", "Maar dat was te laat."];
		const alone = [
			"Essen ist wichtig.",
			"Il problema è chiaro.",
			"Es importante medir.",
			"Car makers know it.",
			"Want to know more?",
			"Of course.",
		];
		assert.equal(
			[backward.map(refersBack), alone.map(refersBack)],
			[backward.map(() => true), alone.map(() => false)],
		);
	},
);

tongues.run();
