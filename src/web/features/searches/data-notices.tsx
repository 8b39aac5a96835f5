import { FlaskConical, Info, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Lead } from '#contract/leads.ts'
import type { SearchNotes } from '#contract/searches.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { useLoadOffer } from './load-offer.tsx'

type Shown = { leads: readonly Lead[]; notes: SearchNotes | null }

const hasSample = (leads: readonly Lead[]): boolean => leads.some(({ isSample }) => isSample)

/** One line: the leads are samples, or only part of the area is loaded. Samples stand in for places not loaded yet. */
export function DataNotices({ leads, notes }: Shown) {
  const loadOffer = useLoadOffer(notes?.understood.location.label)
  if (hasSample(leads))
    return (
      <Notice
        className="bg-amber-soft [&>svg]:text-amber-ink"
        Icon={FlaskConical}
        title="Sample data"
        action={loadOffer}
      >
        These businesses are fictional, so you can try the product.
      </Notice>
    )
  if (notes?.coverage !== 'partial') return null
  return (
    <Notice
      className="bg-accent-soft [&>svg]:text-accent-ink"
      Icon={Info}
      title="Part of this area is not loaded yet"
      action={loadOffer}
    >
      The results cover only the loaded part.
    </Notice>
  )
}

type NoticeProps = { className: string; Icon: LucideIcon; title: string; children: string; action: ReactNode }

const Notice = ({ className, Icon, title, children, action }: NoticeProps) => (
  <div className={`flex items-start gap-2.5 rounded-lg px-3 py-2 text-sm text-ink-2 ${className}`}>
    <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
    <p className="min-w-0 flex-1">
      <span className="mr-2 font-medium text-ink">{title}</span>
      {children}
    </p>
    {action}
  </div>
)

/** The same as badges, for the line above a list: full notices would push the list down when they appear. */
export const DataBadges = ({ leads, notes }: Shown) => (
  <>
    {hasSample(leads) && <Badge tone="amber">Sample data</Badge>}
    {notes?.coverage === 'partial' && <Badge>Partly loaded</Badge>}
  </>
)
