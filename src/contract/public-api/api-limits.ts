// No schemas here, so that the API reference does not load the validation library for two numbers.
export const requestsPerMinute = 120
/** Answers that an account has kept for its Idempotency-Keys in 24 hours. A long answer counts once for each 4 kB. */
export const keptAnswers = { perDay: 50_000, bytesPerCount: 4096 } as const
export const idempotencyHours = 24
