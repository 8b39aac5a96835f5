import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { paths } from '../paths.ts'

type PageLinkProps = ComponentProps<'a'> & { href: string }

// Anchors are plain links, because the browser scrolls to them. So are the pages of business counts, which the server
// renders.
const isPlainLink = (href: string): boolean => !href.startsWith('/') || href.includes('#') || href === paths.businesses

/** A link to a screen, an anchor, or another site. */
export const PageLink = ({ href, children, ...props }: PageLinkProps) =>
  !isPlainLink(href) ? (
    <Link href={href} {...props}>
      {children}
    </Link>
  ) : (
    <a href={href} {...props}>
      {children}
    </a>
  )

/** Classes for several links in a row. On a touch screen, each one is tall enough for a finger. */
export const linkRow =
  'flex flex-wrap gap-x-4 gap-y-1 text-sm touch:gap-y-0 touch:*:inline-flex touch:*:min-h-11 touch:*:items-center'

export const TextLink = (props: Pick<PageLinkProps, 'href' | 'children'>) => (
  <PageLink {...props} className="font-medium text-accent-ink underline underline-offset-4 wrap-anywhere" />
)
