import type { CSSProperties } from 'react'
import { createStore } from '../store.ts'

/**
 * How far in pixels the bars at the lower edge of the window reach up: below the leads, and of the search form beside
 * them. Toasts are placed above. This is in a store and not a CSS property of the root, because the browser would
 * compute the style of every lead again.
 */
export const barHeights = { bar: createStore(0), form: createStore(0) }

/** The CSS properties that the position of toasts depends on. They are at least this many pixels above the edge. */
export const useBarHeights = (least = 0): CSSProperties =>
  ({
    '--bar-height': `${Math.max(barHeights.bar.useValue(), least)}px`,
    '--form-height': `${barHeights.form.useValue()}px`,
  }) as CSSProperties
