// No schemas here, so that the API reference does not load the validation library for two numbers.
/** Requests per minute and key. */
export const requestsPerMinute = 120
/** How long the answer to an Idempotency-Key is kept. */
export const idempotencyHours = 24
