import { Link } from 'wouter'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { useTitle } from '../use-title.ts'
import { useSession } from './session.queries.ts'

/** The content of a page that does not exist, with the way to the first page of a visitor or a user. */
export default function NotFound() {
  const isSignedIn = Boolean(useSession().data)
  useTitle('404 Page Not Found')
  return (
    <div className="mx-auto flex min-h-[60dvh] max-w-xl flex-col items-center justify-center px-4 py-16 text-center">
      <svg viewBox="0 0 64 96" className="mb-8 h-24 text-ink-3" fill="none" stroke="currentColor" aria-hidden="true">
        <path d="M32 0v58" strokeWidth="2" strokeDasharray="4 4" />
        <path d="M32 56l9 8-3 13a3 3 0 0 1-2.9 2.3h-6.2a3 3 0 0 1-2.9-2.3L23 64z" className="fill-accent stroke-none" />
        <path d="M6 88q6.5-5 13 0t13 0 13 0 13 0" strokeWidth="2" strokeLinecap="round" />
      </svg>
      <h1 className="text-3xl font-semibold tracking-tight">404 Page Not Found</h1>
      <p className="mt-3 text-ink-2">This page does not exist. It may have moved, or the link may be wrong.</p>
      <Link
        href={isSignedIn ? paths.dashboard : paths.home}
        className={buttonClass({ variant: 'primary', size: 'lg', className: 'mt-8' })}
      >
        {isSignedIn ? 'Go to the dashboard' : 'Go to the home page'}
      </Link>
    </div>
  )
}
