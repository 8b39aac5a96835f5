import { ImportError } from '#server/catalog/place/import-error.ts'

/** A release lacks so many places of an area that a mistake of its publisher is more likely than their closing. */
export class TooManyGone extends ImportError {}

/** Fewer than these, or than this share of a cell, are usual between two releases. */
export const usualLoss = { places: 20, share: 0.1 } as const
