/**
 * Flags of Node for processes that tests keep. Several of them share the cores, so threads that collect
 * garbage beside each only take turns: up to a tenth of what work in memory costs. And most of what Node 20
 * optimises is hardly run again, as in the program (`makeLean`): a twentieth of what all tests cost.
 */
export const NODE_FLAGS: readonly string[] = [
	"--single-threaded-gc",
	...(process.version.startsWith("v20.") ? ["--interrupt-budget=600000"] : []),
];
