/** Where the events of a tenant are, below its data folder. */
export const EVENTS_FOLDER = "webhooks";
/** Where it is asked for that events are sent again. */
export const REPLAYS_FOLDER = "webhook-replays";
