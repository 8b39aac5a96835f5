import clsx from 'clsx'
import { Link, useLocation } from 'wouter'

type HeaderLinkProps = { href: string; label: string; isLarge?: boolean; onClick?: () => void }

/** The style of an entry in the header and in the mobile menu. */
export const headerLinkClass = ({ isCurrent = false, isLarge = false }) =>
  clsx(
    'inline-flex items-center rounded-md font-medium transition-colors hover:bg-sunken hover:text-ink',
    isCurrent ? 'text-ink' : 'text-ink-2',
    isLarge ? 'h-11 px-3 text-base' : 'h-9 px-3 text-sm touch:h-11',
  )

/** Anchors of the landing page are plain links, because the browser then scrolls to them from every page. */
export function HeaderLink({ href, label, isLarge = false, onClick }: HeaderLinkProps) {
  const [path] = useLocation()
  const isCurrent = path === href
  const className = headerLinkClass({ isCurrent, isLarge })
  if (href.includes('#'))
    return (
      <a href={href} className={className} onClick={onClick}>
        {label}
      </a>
    )
  return (
    <Link href={href} className={className} aria-current={isCurrent ? 'page' : undefined} onClick={onClick}>
      {label}
    </Link>
  )
}
