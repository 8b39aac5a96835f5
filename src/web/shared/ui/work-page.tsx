import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { titled, useTitle } from '../use-title.ts'
import { TextLink } from './links.tsx'

const parents = { admin: 'Admin Dashboard', leads: 'My Leads' }

type WorkPageProps = { parent: keyof typeof parents; title: string; about?: ReactNode; children: ReactNode }

/** A page to work on, and the way back to the one above it. */
export function WorkPage({ parent, title, about, children }: WorkPageProps) {
  useTitle(titled(title))
  return (
    <div className="mx-auto max-w-360 px-4 pt-6 pb-12 sm:px-6 print:[&>a]:hidden print:[&>p>a]:hidden">
      <TextLink href={paths[parent]}>{parents[parent]}</TextLink>
      <h1 className="mt-2 text-2xl font-semibold tracking-tight">{title}</h1>
      {about !== undefined && <p className="mt-1.5 max-w-2xl text-pretty text-ink-2">{about}</p>}
      {children}
    </div>
  )
}
