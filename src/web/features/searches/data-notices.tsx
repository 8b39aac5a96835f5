import { FlaskConical, Info } from 'lucide-react'
import type { Lead } from '#contract/leads/leads.ts'
import type { SearchNotes } from '#contract/searches/searches.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { useLoadOffer } from './load-offer.tsx'
import { Notice } from './notice.tsx'

type Shown = { leads: readonly Lead[]; notes: SearchNotes | null }

const hasSample = (leads: readonly Lead[]): boolean => leads.some(({ isSample }) => isSample)

/**
 * One line that says that the leads are samples, or that only part of the area is loaded. Samples are shown for places
 * that are not loaded yet.
 */
export function DataNotices({ leads, notes }: Shown) {
  const loadOffer = useLoadOffer(notes?.understood.location.label)
  if (hasSample(leads))
    return (
      <Notice tone="amber" Icon={FlaskConical} title="Sample data" action={loadOffer}>
        These businesses are fictional, so you can try the product.
      </Notice>
    )
  if (notes?.coverage !== 'partial') return null
  return (
    <Notice tone="accent" Icon={Info} title="Part of this area is not loaded yet" action={loadOffer}>
      The results cover only the loaded part.
    </Notice>
  )
}

/** The notices as badges, for the line above a list. Full notices would push the list down when they appear. */
export const DataBadges = ({ leads, notes }: Shown) => (
  <>
    {hasSample(leads) && <Badge tone="amber">Sample data</Badge>}
    {notes?.coverage === 'partial' && <Badge>Partly loaded</Badge>}
  </>
)
