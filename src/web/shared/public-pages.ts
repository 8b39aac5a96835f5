import { productName } from '#contract/product.ts'

export type PublicPage = { path: string; title: string; description: string; source?: string }

/** The pages that are drawn once, when the application is built. */
export const publicPages: PublicPage[] = [
  {
    path: '/',
    title: `${productName}: local business leads by category and place`,
    description:
      'Search local businesses by category and location, look through the leads with their contact details, and export them as CSV.',
    source: 'src/web/screens/landing/landing.screen.tsx',
  },
]

/** The empty page in which the browser draws every other screen. */
export const shellPage: Omit<PublicPage, 'path'> = {
  title: productName,
  description: 'Find, look through and export local business leads.',
}
