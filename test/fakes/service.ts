import type {
	Answers,
	Call,
	CallKind,
	CallOutcome,
	PublishReading,
	Sending,
	Service,
} from "../../src/api/port.ts";
import type { Account } from "../../src/model/account.ts";
import { NO_EXTENSIONS } from "../../src/model/extensions.ts";
import type { TaskReading } from "../../src/model/task.ts";
import { Ending } from "../../src/system/sending/ending.ts";
import { ACCOUNT, clip } from "../builders/world.ts";

/** What the fake does with the next writes, in order; afterwards it accepts. */
export type Behaviour =
	| "accept"
	| "refuse"
	| "lose-answer"
	| "not-sent"
	| "too-many"
	| "die-before-arm"
	| "die-after-commit";

/** A service at our own port with a commit log: the ground truth of who saw which write. */
export interface FakeService extends Service {
	readonly commits: { readonly kind: CallKind; readonly payload: string; readonly key: string }[];
	/** Every method called, in order. */
	readonly calls: string[];
	readings: TaskReading[];
	behaviours: Behaviour[];
	accountList: readonly Account[];
	publishStatus: PublishReading;
	exportReading: TaskReading;
}

export const succeeded: TaskReading = {
	id: "task-1",
	status: "SUCCEEDED",
	clips: [clip(0), clip(1), clip(2)],
	linked: 3,
	notes: [],
	progress: 1,
};
export const ongoing: TaskReading = { ...succeeded, status: "ONGOING", clips: [], linked: 0, progress: 0.5 };

/** Thrown where a real process would have been killed. */
export class Killed extends Error {}

export function fakeService(over: Partial<FakeService> = {}): FakeService {
	const fake: FakeService = {
		...{ commits: [], calls: [], readings: [ongoing, succeeded], behaviours: [] },
		accountList: [ACCOUNT],
		publishStatus: { status: "DONE", location: "outbox/x" },
		exportReading: succeeded,
		async accounts() {
			fake.calls.push("accounts");
			return fake.accountList;
		},
		async results() {
			fake.calls.push("results");
			const [next = succeeded, ...rest] = fake.readings;
			if (rest.length > 0) fake.readings = rest;
			return next;
		},
		async publishTask() {
			fake.calls.push("publishTask");
			return fake.publishStatus;
		},
		async upload({ progress }) {
			fake.calls.push("upload");
			progress(1);
			return "identity-1";
		},
		skew: () => undefined,
		async links() {
			return new Map();
		},
		async exportResults() {
			fake.calls.push("exportResults");
			return fake.exportReading;
		},
		...{ ...CALLS, ...UNDECLARED },
		send: (made, sending) => send(fake, made, sending),
		...over,
	} as FakeService;
	return fake;
}

const UNDECLARED: Pick<Service, "extensions" | "askExtensions"> = {
	extensions: () => undefined,
	askExtensions: async () => NO_EXTENSIONS,
};

const CALLS: Pick<Service, "submitCall" | "publishCall" | "exportCall" | "uploadBrandFile"> = {
	uploadBrandFile: async (path) => `uploaded ${path}`,
	submitCall: (request, videoUrl) =>
		call("submit", { video_url: videoUrl, project_name: request.projectName }),
	publishCall: (request, accountId) =>
		call("publish", {
			project_id: request.taskId,
			idx: request.idx,
			publish_configs: { [accountId]: request.body },
		}),
	exportCall: (request) =>
		call("export", {
			project_id: request.taskId,
			clip_indices: request.clips,
			resolution: request.export.resolution,
		}),
};

function call<Kind extends CallKind>(kind: Kind, body: object): Call<Kind> {
	const payload = JSON.stringify(body);
	return { kind, endpoint: `/${kind}`, payload, payloadSha256: `sha-of-${payload.length}` };
}

const NOT_SENT = {
	class: "not-sent",
	evidence: { error: "connect refused" },
	message: "could not connect",
	next: "retry",
} as const;
const REFUSED = {
	class: "refused",
	evidence: { httpStatus: 422 },
	message: "invalid",
	remedy: "fix it",
	next: "stop",
} as const;
const TOO_MANY = {
	class: "refused",
	evidence: { httpStatus: 429 },
	message: "too many requests",
	next: "retry",
	retryAfterMs: 2_000,
} as const;
const NO_ANSWER = {
	class: "unknown",
	evidence: { error: "connection reset" },
	message: "no answer",
	next: "stop",
} as const;

async function send<Kind extends CallKind>(
	fake: FakeService,
	made: Call<Kind>,
	sending: Sending,
): Promise<CallOutcome<Kind>> {
	fake.calls.push(made.kind);
	const behaviour = fake.behaviours.shift() ?? "accept";
	if (behaviour === "not-sent") return NOT_SENT;
	if (behaviour === "die-before-arm") throw new Killed();
	await sending.turn?.(new Ending());
	await sending.arm();
	if (behaviour === "refuse") return REFUSED;
	if (behaviour === "too-many") return TOO_MANY;
	const repeated = fake.commits.some(({ key }) => key === sending.operation);
	if (!repeated) fake.commits.push({ kind: made.kind, payload: made.payload, key: sending.operation });
	if (behaviour === "die-after-commit") throw new Killed();
	if (behaviour === "lose-answer") return NO_ANSWER;
	const answers: Answers = {
		export: { id: "e-1" },
		submit: { id: "task-1", status: "CREATED" },
		publish: { taskId: `p-${fake.commits.length}`, status: "PENDING" },
	};
	return { class: "done", answer: answers[made.kind], evidence: { httpStatus: 200 }, message: "accepted" };
}
