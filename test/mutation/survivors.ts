/** Mutants that no test notices, each with its reason: most change nothing that anybody can see. */
export const SURVIVORS: Readonly<Record<string, string>> = {};
