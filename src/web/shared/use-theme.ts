import { useSyncExternalStore } from 'react'

const dark = '(prefers-color-scheme: dark)'

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const preference = matchMedia(dark)
  preference.addEventListener('change', onChange)
  return () => {
    observer.disconnect()
    preference.removeEventListener('change', onChange)
  }
}

export type Theme = 'light' | 'dark'

/** `public/before-paint.js` sets and changes the user's choice. */
const shownTheme = (): Theme =>
  (document.documentElement.dataset.theme as Theme | undefined) ?? (matchMedia(dark).matches ? 'dark' : 'light')

/** The theme of the page: the user's choice, or the system's preference if the user has made none. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, shownTheme)
