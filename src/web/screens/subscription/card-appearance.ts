import type { Appearance } from '@stripe/stripe-js'
import { shownTheme } from '../../shared/theme/theme.ts'

const shared = { fontFamily: 'Geist, system-ui, sans-serif', fontSizeBase: '14px', borderRadius: '8px' }
// The tokens of styles.css, in the notation that the provider's iframe understands.
const colors = {
  light: { colorPrimary: '#3f4bd1', colorBackground: '#ffffff', colorText: '#191c24', colorDanger: '#b3261e' },
  dark: { colorPrimary: '#8f9bff', colorBackground: '#1e2026', colorText: '#eceef2', colorDanger: '#ffa49b' },
}

/** Makes the provider's fields look like ours. */
export function cardAppearance(): Appearance {
  const theme = shownTheme()
  return { theme: theme === 'dark' ? 'night' : 'stripe', variables: { ...shared, ...colors[theme] } }
}
