/**
 * Git looks after every fetch and push whether a repository is worth packing, in two processes of its own.
 * Those of tests never are, and this is a fifth of what they cost.
 */

/** For the environment of the git of a clone. */
export const UNTIDIED = {
	GIT_CONFIG_COUNT: "1",
	GIT_CONFIG_KEY_0: "maintenance.auto",
	GIT_CONFIG_VALUE_0: "false",
} as const;

/** What git is told for a remote, which hears nothing of that environment. */
export const UNTIDIED_REMOTE = ["config", "receive.autogc", "false"] as const;
