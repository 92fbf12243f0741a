/**
 * How Node collects garbage in processes that tests keep. Several of them share the cores, so threads that
 * collect beside each only take turns: up to a tenth of what work in memory costs.
 */
export const COLLECTING = ["--single-threaded-gc"] as const;
