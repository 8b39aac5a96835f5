import { FlaskConical } from 'lucide-react'
import type { Lead } from '#contract/leads.ts'
import type { SearchNotes } from '#contract/searches.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Badge } from '../../shared/ui/badge.tsx'
import { useLoadOffer } from './load-offer.tsx'

type Shown = { leads: readonly Lead[]; notes: SearchNotes | null }

const hasSample = (leads: readonly Lead[]): boolean => leads.some(({ isSample }) => isSample)

/** Says if only part of the area is loaded, and if some leads are samples. */
export function DataNotices({ leads, notes }: Shown) {
  const loadOffer = useLoadOffer(notes?.understood.location.label)
  return (
    <>
      {notes?.coverage === 'partial' && (
        <Alert title="Part of this area is not loaded yet" actions={loadOffer}>
          The results cover only the loaded part.
        </Alert>
      )}
      {hasSample(leads) && (
        <Alert
          tone="warning"
          title="Sample data"
          icon={<FlaskConical className="mt-0.5 size-4 shrink-0" aria-hidden="true" />}
          actions={loadOffer}
        >
          These businesses are fictional, so you can try the product. Their phone numbers and websites do not work.
        </Alert>
      )}
    </>
  )
}

/** The same as badges, for the line above a list: full notices would push the list down when they appear. */
export const DataBadges = ({ leads, notes }: Shown) => (
  <>
    {hasSample(leads) && <Badge tone="amber">Sample data</Badge>}
    {notes?.coverage === 'partial' && <Badge>Partly loaded</Badge>}
  </>
)
