/** For waits that end with what they wait for. The limit is for what never comes: a slow machine must not reach it. */
export const patiently = { timeout: 300_000, interval: 50 }
