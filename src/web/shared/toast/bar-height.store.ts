import type { CSSProperties } from 'react'
import { createStore } from '../store.ts'

/**
 * The distances in pixels from the lower edge of the window to the top of a bar there: `bar` is below the leads, and
 * `form` belongs to the search form beside them. Toasts are placed above. These are not CSS properties of the root,
 * because the browser would then compute the style of every lead again.
 */
export const barHeights = { bar: createStore(0), form: createStore(0) }

/** The CSS properties for the position of toasts. `--bar-height` is at least `least` pixels. */
export const useBarHeights = (least = 0): CSSProperties =>
  ({
    '--bar-height': `${Math.max(barHeights.bar.useValue(), least)}px`,
    '--form-height': `${barHeights.form.useValue()}px`,
  }) as CSSProperties
