import clsx from 'clsx'
import { Menu as MenuIcon, Moon, Sun, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { UsageMeter } from '../features/plans/usage-meter.tsx'
import { useAddressValue } from '../shared/address.ts'
import { paths } from '../shared/paths.ts'
import { useSession } from '../shared/session/session.queries.ts'
import { buttonClass } from '../shared/ui/button.tsx'
import { Logo } from '../shared/ui/logo.tsx'
import { useEarlyPress } from '../shared/use-early-press.ts'
import { useIsHydrated } from '../shared/use-is-hydrated.ts'
import { AvatarButton, HeaderLink, OwnListsButton, userLinks, visitorLinks } from './header-links.tsx'
import { lazyMenu } from './lazy-menu.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { pageWidth } from './page-width.ts'

export function Header() {
  const session = useSession()
  const isPending = !useIsHydrated() || session.isPending
  const user = isPending ? undefined : session.data
  const [path] = useLocation()
  const hasResults = useAddressValue('search') !== '' && path === paths.dashboard
  const [openOn, setOpenOn] = useState<string>()
  const isOpen = openOn === path
  if (openOn !== undefined && !isOpen) setOpenOn(undefined)
  const toggle = useRef<HTMLButtonElement>(null)
  useEarlyPress(toggle)
  // The chosen entry disappears with the menu. A dialog that it opens returns the focus to the menu's button.
  const closeMenu = () => {
    toggle.current?.focus()
    setOpenOn(undefined)
  }

  return (
    <header className="sticky top-0 z-30 border-b print:hidden border-line bg-canvas/90 backdrop-blur-md">
      <a
        href={hasResults ? '#results-title' : '#main'}
        className="sr-only rounded-md bg-accent px-3 py-2 text-sm text-on-accent focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50"
      >
        {hasResults ? 'Skip to results' : 'Skip to content'}
      </a>
      <div className={clsx('mx-auto flex h-14 items-center gap-6 px-4 max-lg:gap-3 sm:px-6', pageWidth(path))}>
        <Link
          href={user ? paths.dashboard : paths.home}
          onClick={() => setOpenOn(undefined)}
          className="flex items-center rounded-sm touch:min-h-11"
        >
          <Logo />
        </Link>
        <nav
          aria-label="Main"
          data-session={isPending ? 'pending' : undefined}
          className="-ml-1 hidden min-w-0 flex-1 items-center gap-1 self-stretch overflow-x-auto pl-1 md:flex"
        >
          {(user ? userLinks : visitorLinks).map(link => (
            <HeaderLink key={link.href} {...link} />
          ))}
          {/* Narrower screens have it in the menus. */}
          {user && (
            <div className="max-lg:hidden">
              <OwnLists />
            </div>
          )}
        </nav>
        <div className="flex-1 md:hidden" />
        {/* Outside the group below, so that the rest of the header does not move when the account has loaded. */}
        {user && (
          <div className="-mr-4.5 max-lg:-mr-1.5">
            <UsageMeter user={user} />
          </div>
        )}
        <div className="flex items-center gap-1.5">
          <ThemeToggle />
          {user ? (
            <div className="hidden size-9 md:block">
              <Avatar user={user} />
            </div>
          ) : (
            <SignInLinks isPending={isPending} />
          )}
          <button
            type="button"
            ref={toggle}
            data-repeats-press
            aria-label={isOpen ? 'Close menu' : 'Open menu'}
            aria-expanded={isOpen}
            aria-controls="mobile-menu"
            onClick={() => setOpenOn(isOpen ? undefined : path)}
            className={buttonClass({ variant: 'ghost', size: 'icon', className: 'md:hidden' })}
          >
            {isOpen ? <X className="size-5" /> : <MenuIcon className="size-5" />}
          </button>
        </div>
      </div>
      {isOpen && <MobileMenu user={user ?? null} onClose={closeMenu} />}
    </header>
  )
}

const SignInLinks = ({ isPending }: { isPending: boolean }) => (
  <div
    data-session={isPending ? 'pending' : undefined}
    className="hidden items-center gap-1.5 in-data-signed-in:data-session:w-9 in-data-signed-in:data-session:overflow-hidden md:flex"
  >
    <Link href={paths.login} className={buttonClass({ variant: 'ghost' })}>
      Log in
    </Link>
    <Link href={paths.register} className={buttonClass({ variant: 'primary' })}>
      Sign up
    </Link>
  </div>
)

/** `public/before-paint.js` handles the click, so the button works before the application's scripts load. */
const ThemeToggle = () => (
  <button
    type="button"
    data-switches-theme
    aria-label="Switch between light and dark"
    className={buttonClass({ variant: 'ghost', size: 'icon' })}
  >
    <Moon className="size-4.5 dark:hidden" />
    <Sun className="hidden size-4.5 dark:block" />
  </button>
)

const Avatar = lazyMenu(() => import('./avatar-menu.tsx'), AvatarButton)
const OwnLists = lazyMenu(() => import('./own-lists-menu.tsx'), OwnListsButton)
