import { ImportError } from '#place-files/index.ts'

/** A release lacks so many places of an area that the publisher's data is probably wrong. */
export class TooManyGone extends ImportError {}

/** It is normal that a release has lost fewer places of a cell than this number, or than this share. */
export const usualLoss = { places: 20, share: 0.1 } as const
