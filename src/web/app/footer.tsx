import clsx from 'clsx'
import { useLocation } from 'wouter'
import { productName } from '#contract/product.ts'
import { paths } from '../shared/paths.ts'
import { PageLink } from '../shared/ui/links.tsx'
import { Logo } from '../shared/ui/logo.tsx'
import { useIsHydrated } from '../shared/use-is-hydrated.ts'
import { pageWidth } from './page-width.ts'

const links = [
  { href: paths.about, label: 'About' },
  { href: paths.plans, label: 'Pricing' },
  { href: paths.businesses, label: 'Businesses' },
  { href: paths.help, label: 'Help Center' },
  { href: paths.privacy, label: 'Privacy Policy' },
  { href: paths.terms, label: 'Terms of Service' },
  { href: paths.contact, label: 'Contact Us' },
]

const currentYear = () => new Date().getFullYear()

export function Footer() {
  const [path] = useLocation()
  // A prerendered page contains the year of its build, which the browser replaces.
  const year = useIsHydrated() ? currentYear() : Number(import.meta.env.BUILD_YEAR)
  return (
    <footer className="mt-16 border-t border-line print:hidden">
      <div
        className={clsx(
          'mx-auto flex flex-col gap-6 px-4 py-8 sm:px-6 md:flex-row md:items-center md:justify-between',
          pageWidth(path),
        )}
      >
        <div className="flex flex-col gap-2">
          <Logo />
          <p className="text-sm whitespace-nowrap text-ink-3">
            © {year} {productName}. All rights reserved.
          </p>
        </div>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-6 gap-y-1">
          {links.map(({ href, label }) => (
            <PageLink
              key={href}
              href={href}
              className="inline-flex items-center py-1.5 text-sm text-ink-2 hover:text-ink touch:min-h-11"
            >
              {label}
            </PageLink>
          ))}
        </nav>
      </div>
    </footer>
  )
}
