import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { paths } from '../../shared/paths.ts'

/** Leads to the plans, also on the page that has them. */
export function PlansLink({ className, children }: { className: string; children: ReactNode }) {
  const [path] = useLocation()
  if (path === paths.subscription)
    return (
      <a href="#plans" className={className}>
        {children}
      </a>
    )
  return (
    <Link href={paths.subscription} className={className}>
      {children}
    </Link>
  )
}
