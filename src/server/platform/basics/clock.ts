/** Where the product reads the time, so that a test or the payments sandbox can move it. */
export type Clock = { now: () => Date }

export const systemClock: Clock = { now: () => new Date() }
