import type { ErrorType } from '#contract/errors.ts'

/** The places of an area that nobody has searched before may be being prepared. Then the same is asked again. */
export const beingPrepared = 'The places of this area are being prepared.'
/** The server waits, too, before it answers so. */
export const ASK_AGAIN_MS = 1000

export const isBeingPrepared = (answer: { errorType?: ErrorType } | object | undefined): boolean =>
  answer !== undefined && 'errorType' in answer && answer.errorType === 'AREA_BEING_PREPARED'

/** For `refetchInterval` of a preview. */
export const untilPrepared = ({ state }: { state: { data?: object | undefined } }): number | false =>
  isBeingPrepared(state.data) && ASK_AGAIN_MS
