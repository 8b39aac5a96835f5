import type { ComponentProps } from 'react'
import { Link } from 'wouter'

type PageLinkProps = ComponentProps<'a'> & { href: string }

/** A link to a screen, an anchor, or another site. Anchors are plain links, because the browser then scrolls to them. */
export const PageLink = ({ href, children, ...props }: PageLinkProps) =>
  href.startsWith('/') && !href.includes('#') ? (
    <Link href={href} {...props}>
      {children}
    </Link>
  ) : (
    <a href={href} {...props}>
      {children}
    </a>
  )

/** A link within text. */
export const TextLink = (props: Pick<PageLinkProps, 'href' | 'children'>) => (
  <PageLink {...props} className="font-medium text-accent-ink underline underline-offset-4 wrap-anywhere" />
)
