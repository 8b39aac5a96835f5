type Theme = 'light' | 'dark'

const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
/** The current theme. `public/before-paint.js` changes it. */
export const shownTheme = (): Theme => (document.documentElement.dataset.theme as Theme | undefined) ?? systemTheme()
