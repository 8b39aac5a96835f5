type Theme = 'light' | 'dark'
const storageKey = 'theme'

const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
export const shownTheme = (): Theme => (document.documentElement.dataset.theme as Theme | undefined) ?? systemTheme()

/** Switches to the other theme. Back at the system's own, the choice is forgotten and the system is followed again. */
export function toggleTheme(): void {
  const next = shownTheme() === 'dark' ? 'light' : 'dark'
  const isChoice = next !== systemTheme()
  if (isChoice) document.documentElement.dataset.theme = next
  else delete document.documentElement.dataset.theme
  try {
    if (isChoice) localStorage.setItem(storageKey, next)
    else localStorage.removeItem(storageKey)
  } catch {
    // Storage is switched off: the choice holds until the page is left.
  }
}
