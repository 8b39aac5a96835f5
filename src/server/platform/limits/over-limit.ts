import { Refusal } from '#server/platform/basics/refusal.ts'

export type LimitWords = {
  /** What is limited, in the plural: "password resets from your network". */
  name: string
  /** What else the caller must know: "Nothing was charged." */
  note?: string
  /** Confirming the email ends the limit for the account. */
  isLiftedByEmail?: true
}

/** The refusal of a call beyond a limit: what is limited, until when, and what lifts it. */
export function overLimit({ name, note, isLiftedByEmail }: LimitWords, seconds: number): Refusal {
  const wait = `try again in ${inWords(seconds)}.`
  const way = isLiftedByEmail
    ? `Open the link in the email we sent you to continue right away, or ${wait}`
    : `Please ${wait}`
  return new Refusal(isLiftedByEmail ? 'UNCONFIRMED_LIMIT' : 'TOO_MANY_REQUESTS', {
    message: [`Too many ${name}.`, ...(note === undefined ? [] : [note]), way].join(' '),
    retryAfterSeconds: seconds,
  })
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes === 1) return 'a minute'
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
