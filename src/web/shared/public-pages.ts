import type { ShellPath } from '#contract/pages.ts'
import { productName } from '#contract/product.ts'
import { type PublicPath, publicPaths } from '#contract/public-pages.ts'

type PageHead = { title: string; description: string }
export type PublicPage = PageHead & { path: PublicPath }

const heads: Record<PublicPath, PageHead> = {
  '/': {
    title: `${productName}: local business leads by category and place`,
    description:
      'Search local businesses by category and location, review leads with their contact details, and export them as CSV.',
  },
  '/about': {
    title: `About · ${productName}`,
    description: `Who is behind ${productName}, what we stand for, and where our business data comes from: sources, licenses and credits.`,
  },
  '/help': {
    title: `Help Center · ${productName}`,
    description:
      'Answers about starting a search, what a lead contains, quotas, CSV export, data accuracy, and changing or canceling a plan.',
  },
  '/privacy': {
    title: `Privacy Policy · ${productName}`,
    description: `What ${productName} collects, what it is used for, who it is shared with, and the rights you have.`,
  },
  '/terms': {
    title: `Terms of Service · ${productName}`,
    description: `The agreement between you and ${productName}: subscriptions, accounts, content, prohibited uses and liability.`,
  },
  '/contact': {
    title: `Contact Us · ${productName}`,
    description: `Write to the people behind ${productName}, or reach support by email, phone or live chat.`,
  },
  '/remove-my-business': {
    title: `Remove My Business · ${productName}`,
    description: `Have your business removed from ${productName}'s listings permanently, whatever data is loaded later.`,
  },
}

/** The pages that the build prerenders. */
export const publicPages: PublicPage[] = publicPaths.map(path => ({
  path,
  title: heads[path].title,
  description: heads[path].description,
}))

export const titleOf = (path: PublicPath): string => heads[path].title

export const signInTitles = { login: `Log in · ${productName}`, register: `Sign up · ${productName}` }

/** The addresses of the sign-in page. It is prerendered, too, but is of no use to search engines. */
export const signInPages: Partial<Record<ShellPath, { title: string }>> = {
  '/auth': { title: signInTitles.login },
  '/login': { title: signInTitles.login },
  '/register': { title: signInTitles.register },
}

/** The empty page for all other screens, which the browser renders. */
export const shellPage: PageHead = {
  title: productName,
  description: 'Find, review, and export local business leads.',
}
