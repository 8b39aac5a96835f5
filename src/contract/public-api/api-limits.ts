// No schemas here, so that the API reference does not load the validation library for two numbers.
export const requestsPerMinute = 120
/**
 * Answers that are kept for the Idempotency-Keys of an account in 24 hours. A long answer, such as a page of leads,
 * counts once for each 4 kB.
 */
export const keptAnswers = { perDay: 50_000, bytesPerCount: 4096 } as const
/** How long the answer to an Idempotency-Key is kept. */
export const idempotencyHours = 24
