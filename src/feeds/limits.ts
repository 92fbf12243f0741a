/** Most items of one feed. */
export const MOST_ITEMS = 20_000;
