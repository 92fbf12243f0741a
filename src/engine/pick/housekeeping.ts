import { housekeepingOdds } from "./housekeeping-odds.ts";

/**
 * What is said to run the event and not about anything: sound checks, seats, breaks, slides, thanks, where to
 * find what. Told by phrases that are hardly ever anything else, or by two signs together.
 */

const any = (...phrases: readonly string[]) =>
	new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases.join("|")})(?![\\p{L}\\p{N}])`, "u");

/** Enough by themselves. English, German, French, Spanish, Italian, Portuguese, Dutch. */
const SURE = [
	any(
		"(?:can|could) (?:you|everyone|everybody|people|they)(?: \\p{L}+){0,4} (?:hear|see|read)(?: (?:me|us|my|the|this|it|all))*",
		"(?:you|those of you|people|everyone)(?: \\p{L}+){0,3} (?:at|in) the back",
		"(?:is|are) (?:this|that|the|my) (?:microphone|mic|mike|sound|camera|recording)s?(?: \\p{L}+){0,3} (?:on|working|okay|ok|better|running)",
		"is that better|testing,? (?:testing|one)|bear with (?:me|us)|hang on|one moment|one second,? please",
		"next (?:slide|picture|page),? please|go(?:ing)? (?:back )?to the (?:next|previous|last) slide|skip (?:this|that|the next) (?:slide|one|part)",
		"share my screen|see my screen|mute(?: \\p{L}+){0,2}|unmute|raise (?:your|a) hands?|thumbs up|hands up",
		"^you for (?:coming|joining|listening|watching|your attention)|thank(?:s| you)(?: \\p{L}+){0,6} (?:coming|joining|listening|attention|having|watching|organi[sz]\\p{L}*|sponsors?|invit\\p{L}+)",
		"(?:many )?thanks to (?:the|our|all|everyone)|thank you (?:all|everyone|everybody|so much|very much)|a (?:big|warm) (?:hand|welcome|round)",
		"round of applause|please welcome|welcome (?:back|everyone|everybody|to (?:the|this|our|all|everyone|everybody))|warm welcome",
		"good (?:morning|afternoon|evening),? (?:everyone|everybody|all|ladies|folks)|hello,? (?:everyone|everybody|all)|hi,? (?:everyone|everybody|all)",
		"my name is|i am your (?:host|moderator)|i will be your|i'll be your|(?:pleasure|honou?r|great|lovely|nice|happy|glad) to (?:be|see you) (?:here|all|so)",
		"(?:any|more|other|further) questions|questions? (?:at|in) the end|time for (?:questions|a question)|question (?:box|tool)|q (?:and|&) a",
		"(?:take|have|need|short|little|coffee|lunch|tea|comfort) (?:a |an )?(?:short |little |quick )?break|break for lunch|after the break|stretch (?:your|our) legs",
		"(?:be )?back (?:here )?(?:at|in|by) (?:\\p{L}+ ){0,3}(?:o'clock|minutes|past|to|quarter|half|\\d)",
		"(?:lunch|coffee|tea|drinks|dinner|food|snacks|refreshments)(?: \\p{L}+){0,4} (?:served|available|outside|at the back|in the (?:hall|foyer|lobby|room))",
		"(?:network|guest|wi-?fi) (?:code|key|password)|emergency exits?|fire (?:exits?|alarm|drill)|(?:assembly|muster) point|toilets|restrooms|bathrooms|cloakroom",
		"(?:phones?|mobiles?|cell ?phones?)(?: \\p{L}+){0,4} (?:silent|off|mute|vibrate)|feedback (?:form|sheet)|fill (?:in|out) the (?:form|survey|questionnaire|feedback)|evaluation form",
		"(?:being|is|are|will be|have been) (?:also )?recorded|the recording|(?:slides|presentation|deck|handout|recording|video)s?(?: \\p{L}+){0,6} (?:online|website|email|e-mail|afterwards|shared|link|uploaded|sent|sending)",
		"(?:find|get|download|send|have|put|upload|share)(?: \\p{L}+){0,3} (?:the|my|these|all) (?:slides|presentation|deck|handouts?)",
		"(?:reach|contact|email|e-mail|write to|message|find) me (?:at|by|on|via|under)|drop (?:me|us) a (?:line|mail|note)|sign ?up (?:sheet|form|list)|mailing list|newsletter",
		"subscribe|like and|hit the bell|follow (?:me|us) on|leave a comment|link (?:is )?in the (?:description|bio|comments)",
		"(?:all|that is all|that's all) (?:the time )?(?:we|i) have(?: time for)?|(?:our|my|the) time is (?:up|over|almost)|(?:we|i)(?: are|'re|'m| am) (?:a bit |a little |already |slightly )?(?:running )?(?:late|out of time|over time|behind)",
		"how (?:much|many)(?: \\p{L}+){0,2} (?:time|minutes) (?:do|have) (?:we|i)|(?:have|got|are) (?:about |only |another )?(?:\\p{L}+ )?(?:\\p{L}+ )?minutes (?:left|to go|and then|for)|check the time",
		"(?:shall|let) (?:we|us) (?:make a start|get started|start|begin|stop here|move on|continue|wrap up)|let's (?:get started|start|begin|move on|wrap up|take|wait)|before (?:we|i) (?:begin|start|get started)|(?:i had|i'd) better stop",
		"(?:we|i)(?: will|'ll| are| shall)(?: \\p{L}+){0,3} (?:wait|start|begin|continue|be back|come (?:to them|back to (?:that|this|it)))(?: \\p{L}+){0,5} (?:minutes?|people|everyone|later|end|lunch|break|shortly|soon)",
		"(?:see you|see you all|safe (?:trip|journey)|have a (?:safe|nice|good|great) (?:trip|journey|day|evening|weekend)|have a \\p{L}+ (?:trip|journey) (?:home|back)|good ?bye|bye bye)(?: \\p{L}+)*",
		"(?:find|take|grab|have) (?:a|your) seats?|(?:chairs|seats|room|space)(?: \\p{L}+){0,3} (?:left|free|at the front|in the front|down here)|move (?:up|over|in|closer|forward)|sit down|stand up|(?:come|step) (?:on )?(?:in|up|closer|forward)",
		"(?:i|you|they|we) (?:cannot|can't|can not) (?:hear|see) (?:you|me|us|the (?:chat|screen|slides))|in the chat|the clicker|turn (?:off|down|up|on) the (?:lights?|sound|volume|microphone|mic)",
		"(?:if|in case|should) (?:\\p{L}+ ){0,2}(?:sound|audio|picture|video|stream|connection)(?: \\p{L}+){1,8} (?:please|dial|reload|refresh|rejoin|log (?:in|out|back)|let (?:me|us) know|(?:come|hop) back in|join again)",
		"(?:dial|log) back in|(?:you are|you're) on mute",
		"(?:lights?|volume|sound) (?:down|up|off)|close (?:that|the) doors?|at the reception|are you ready|if (?:something|anything)(?: is|'s)? (?:un|not )clear|can (?:somebody|someone|anybody|anyone)|could (?:somebody|someone|anybody|anyone)|(?:has|did) (?:anyone|anybody|someone) (?:got|have|seen|lost|left)",
		"(?:we|i) (?:will|'ll|shall|can|would|could) (?:come|get) back to (?:that|this|it|you)|i will (?:skip|leave) (?:that|this|it)|i'll (?:skip|leave) (?:that|this|it)|(?:it is|it's|that is|that's) (?:explained |all |also )?in the hand",
	),
	any(
		"(?:könnt ihr|können sie)(?: \\p{L}+){0,3} (?:hören|sehen|verstehen|lesen)|(?:hört|hören|seht|sehen|versteht|verstehen) (?:ihr|sie) (?:mich|uns|alle|das|mein)|(?:ist|geht) das mikro\\p{L}*|mikrofon (?:an|aus)|nächste folie|(?:meinen )?bildschirm teilen|stumm ?schalt\\p{L}*|stellt? (?:bitte )?eure handys|handys? (?:bitte )?(?:auf|aus)",
		"(?:vielen|herzlichen|besten) dank|danke (?:schön|für|an|fürs)|herzlich willkommen|guten (?:morgen|tag|abend)|hallo zusammen|mein name ist|(?:kurze|kleine|eine|die|der|zur) pause|kaffeepause|mittagspause|mittagessen|w-?lan|notausg\\p{L}+|toiletten|(?:probe|feuer)alarm|räumungsübung|sammel(?:punkt|platz)|wenn (?:der ton|das bild|der stream)(?: \\p{L}+){0,3} (?:abbricht|ausfällt|hängt|stockt|weg ist),? (?:bitte|wählt|ladet|sagt|meldet|kommt)|wählt euch (?:neu|wieder) ein",
		"(?:noch )?(?:irgendwelche )?fragen am (?:ende|schluss)|gibt es (?:noch )?fragen|wird aufgezeichnet|(?:folien|aufzeichnung|präsentation)(?: \\p{L}+){0,5} (?:online|webseite|website|mail|verfügung|link)|feedback ?bogen|auf wiedersehen|bis (?:zum )?nächste\\p{L}*|schönen (?:tag|abend|feierabend)|newsletter|abonniert|setzt euch|setzen sie sich|(?:die|unsere) zeit ist (?:um|vorbei)|fangen wir an|legen wir los",
	),
	any(
		"(?:vous|tu) m'entend\\p{L}*|le micro|diapo(?:sitive)? suivante|partager mon écran|merci (?:beaucoup|à|pour|d'être|de)|bonjour à tous|bienvenue|je m'appelle|(?:une|la|petite) pause|pause (?:café|déjeuner)|des questions|est enregistré\\p{L}*|sorties de secours|toilettes|(?:code|mot de passe) (?:du )?wi-?fi|abonnez-vous|au revoir|bonne (?:journée|soirée)|asseyez-vous|vos téléphones",
		"(?:me )?(?:oyen|escuchan|oís)(?: bien)?|el micrófono|siguiente diapositiva|compartir (?:mi )?pantalla|muchas gracias|gracias (?:por|a)|buenos días|buenas (?:tardes|noches)|bienvenid\\p{L}+|me llamo|mi nombre es|(?:una |pequeña )?pausa|descanso|alguna pregunta|hay preguntas|se está grabando|salidas de emergencia|baños|(?:clave|contraseña) (?:del )?wi-?fi|suscríb\\p{L}+|hasta luego|siéntense|sus (?:móviles|teléfonos)",
		"mi sentite|il microfono|prossima diapositiva|condividere lo schermo|grazie (?:mille|a|per)|buongiorno a tutti|benvenut\\p{L}+|mi chiamo|pausa(?: caffè)?|ci sono domande|registrat[oa]|uscite di sicurezza|iscrivetevi|arrivederci",
		"(?:vocês )?(?:me )?ouvem|o microfone|próximo slide|compartilhar (?:minha )?tela|muito obrigad\\p{L}+|obrigad\\p{L}+ (?:por|a)|bom dia|boa (?:tarde|noite)|bem-?vind\\p{L}+|meu nome é|intervalo|alguma pergunta|sendo gravad\\p{L}+|inscrev\\p{L}+-se",
		"(?:kunnen jullie|kunt u) mij|de microfoon|volgende dia|scherm delen|(?:hartelijk )?bedankt|dank (?:je|u|jullie)|goedemorgen|goedemiddag|welkom|mijn naam is|pauze|zijn er (?:nog )?vragen|wordt opgenomen|nooduitgang\\p{L}*|abonneer",
	),
] as const;

/**
 * What is asked of those who are here, now, whatever it is. Likely only: stories tell of requests, too, and a
 * question may be one that the talk answers.
 */
const REQUESTS = any(
	"(?:can|could|may|might) (?:i|we)(?: (?:just|please|quickly|all|maybe))* (?:get|have|see|borrow|ask for) (?:a|an|some|the|your|one|more|everyone|everybody)",
	"(?:would|do) (?:you|everyone|everybody|people)(?: (?:all|please))* mind|(?:can|could|would|will)(?: \\p{L}+){1,2} of you|(?:can|could|would|will) (?:you|people|everyone|everybody|the (?:people|person|gentleman|lady))(?: (?:just|please|all|kindly|maybe))* (?:sit|stand|move|come|wait|close|open|turn|switch|put|pass|hand|bring|raise|wave|shout|speak|step|hold|stay)",
	"how (?:much|long)(?: (?:longer|more|time))? (?:do|have)(?: \\p{L}+){1,3} left",
	"shall we|you(?: (?:all|can|could|still|both))* (?:hear|see) (?:me|us)(?: (?:all right|alright|okay|ok|well|clearly|now|from|over|at|in))+",
	"könntet ihr|könnten sie|(?:kann|könnte) jemand|darf ich (?:kurz|sie|euch)|können wir (?:bitte|kurz|mal)|wollen wir|sollen wir|pourriez-vous|podrían(?: ustedes)?|potreste|poderiam|zouden jullie|zullen we",
);

const THINGS = any(
	"microphone|mic|slides?|handouts?|screen|projector|laptop|charger|adapter|cable|clicker|pointer|chat|link|webinar|session|room|seats?|chairs?|doors?|lunch|coffee|break|exit|stage|agenda|programme|schedule|organi[sz]ers|sponsors|volunteers|audience|recording|survey|questions?|email|website|phones?|umbrella|badge|reception|buses|bar",
	"mikrofon|folien?|bildschirm|beamer|ladegerät|kabel|raum|saal|plätze|stühle|tür|mittagessen|kaffee|programm|veranstalter|publikum|fragen|handys?",
);
const DIRECTED = any(
	"please|could you|can you|would you|will you|could we|can we|may i ask|let me just|let us|let's|somebody|anyone|anybody|everybody|everyone|i will just|i'll just|i am just|i'm just|we will|we'll|you will find|you'll find|you can find|sorry|okay|ok|right|today|tomorrow|afterwards|later|at the moment|in a moment|in a minute|shortly|help yourselves",
	"bitte|könnte\\p{L}*|können sie|könnt ihr|jemand|alle|gleich|nachher|später|entschuldigung|heute|morgen",
);

/** From here on a sentence may be housekeeping: there are others to take a title from. */
export const SUSPECT = 0.25;
/** By words alone it is never sure. */
const MOST_BY_WORDS = 0.9;
/** Below these odds a phrase is part of what is told: "a goodbye that lasts ten years". */
const TOLD_OF = -2.5;
const ASKED = 0.6;

/**
 * 1 for what is surely housekeeping, else how much of it may be: by words alone, as misheard speech has no
 * phrases. From 0.5 on it is likely beside other housekeeping.
 */
export function housekeepingIn(text: string): number {
	// Commas of recognised speech are guesses.
	const plain = text
		.toLowerCase()
		.replaceAll("’", "'")
		.replace(/,(?=\s)/g, "");
	const odds = housekeepingOdds(plain);
	const [english, ...others] = SURE;
	const isPhrase = english.test(plain);
	if ((isPhrase && odds >= TOLD_OF) || others.some((phrases) => phrases.test(plain))) return 1;
	if (/^\p{L}*[!.]?\s*(?:please|bitte)\b|\b(?:please|bitte)\b.*\b\p{L}+/u.test(plain) && THINGS.test(plain))
		return 1;
	const asked = isPhrase || REQUESTS.test(plain) ? ASKED : 0;
	return Math.max(byOdds(odds), asked, THINGS.test(plain) && DIRECTED.test(plain) ? 0.5 : 0);
}

function byOdds(odds: number): number {
	return Math.min(MOST_BY_WORDS, 1 / (1 + Math.exp(-odds)));
}
