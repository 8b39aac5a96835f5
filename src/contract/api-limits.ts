// No schema here: the page of the API's reference loads no validation library for two numbers.
/** Requests that one key may send in a minute. */
export const requestsPerMinute = 120
/** For how long an answer is kept for an Idempotency-Key. */
export const idempotencyHours = 24
