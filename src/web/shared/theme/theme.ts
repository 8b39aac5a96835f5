type Theme = 'light' | 'dark'

const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
/** `public/before-paint.js` switches it. */
export const shownTheme = (): Theme => (document.documentElement.dataset.theme as Theme | undefined) ?? systemTheme()
