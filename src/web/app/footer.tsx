import { useSyncExternalStore } from 'react'
import { productName } from '#contract/product.ts'
import { paths } from '../shared/paths.ts'
import { Logo } from '../shared/ui/logo.tsx'

const links = [
  { href: paths.about, label: 'About' },
  { href: paths.plans, label: 'Pricing' },
  { href: paths.help, label: 'Help Center' },
  { href: paths.privacy, label: 'Privacy Policy' },
  { href: paths.terms, label: 'Terms of Service' },
  { href: paths.contact, label: 'Contact Us' },
]

// A prerendered page holds the year of its build; the browser then shows its own.
const buildYear = Number(import.meta.env.BUILD_YEAR)
const useCurrentYear = () =>
  useSyncExternalStore(
    () => () => {},
    () => new Date().getFullYear(),
    () => buildYear,
  )

export const Footer = () => (
  <footer className="mt-16 border-t border-line">
    <div className="mx-auto flex max-w-6xl flex-col gap-6 px-4 py-8 sm:px-6 md:flex-row md:items-center md:justify-between">
      <div className="flex flex-col gap-2">
        <Logo />
        <p className="text-sm text-ink-3">
          © {useCurrentYear()} {productName}. All rights reserved.
        </p>
      </div>
      <nav aria-label="Footer" className="flex flex-wrap gap-x-6 gap-y-1">
        {links.map(({ href, label }) => (
          <a
            key={href}
            href={href}
            className="inline-flex items-center py-1.5 text-sm text-ink-2 hover:text-ink touch:min-h-11"
          >
            {label}
          </a>
        ))}
      </nav>
    </div>
  </footer>
)
