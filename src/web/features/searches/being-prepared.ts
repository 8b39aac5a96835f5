import type { ErrorType } from '#contract/errors.ts'

/** Shown while the server prepares the places of an area for its first search. The request is then repeated. */
export const beingPrepared = 'The places of this area are being prepared.'
/** The server also waits before it gives this answer. */
export const ASK_AGAIN_MS = 1000

export const isBeingPrepared = (answer: { errorType?: ErrorType } | object | undefined): boolean =>
  answer !== undefined && 'errorType' in answer && answer.errorType === 'AREA_BEING_PREPARED'

/** For `refetchInterval` of a preview. */
export const untilPrepared = ({ state }: { state: { data?: object | undefined } }): number | false =>
  isBeingPrepared(state.data) && ASK_AGAIN_MS
