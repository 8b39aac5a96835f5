import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { paths } from '../../shared/paths.ts'

/** Links to the plans, also from the page that contains them. */
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
