import { ImportError } from '#server/catalog/place/import-error.ts'

/** A release has lost so many places somewhere that a fault of its publisher is more likely than their end. */
export class TooManyGone extends ImportError {}

/** Fewer than these, or than this share of a cell, are usual between two releases. */
export const usualLoss = { places: 20, share: 0.1 } as const
