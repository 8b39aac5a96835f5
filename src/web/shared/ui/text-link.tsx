import type { ReactNode } from 'react'
import { Link } from 'wouter'

const look = 'font-medium text-accent-ink underline underline-offset-4 wrap-anywhere'

/** A link within text, to one of our screens or to any other address. */
export const TextLink = ({ href, children }: { href: string; children: ReactNode }) =>
  href.startsWith('/') && !href.includes('#') ? (
    <Link href={href} className={look}>
      {children}
    </Link>
  ) : (
    <a href={href} className={look}>
      {children}
    </a>
  )
