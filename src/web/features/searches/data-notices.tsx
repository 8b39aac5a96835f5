import { FlaskConical } from 'lucide-react'
import type { Lead } from '#contract/leads/leads.ts'
import type { SearchNotes } from '#contract/searches/searches.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Chip } from '../../shared/ui/chip.tsx'
import { LoadOffer } from './load-offer.tsx'
import { Notice } from './notice.tsx'

type Shown = { leads: readonly Lead[]; notes: SearchNotes | null }

const hasSample = (leads: readonly Lead[]): boolean => leads.some(({ isSample }) => isSample)

export function SampleNotice({ leads, notes }: Shown) {
  if (!hasSample(leads)) return null
  return (
    <Notice
      tone="amber"
      Icon={FlaskConical}
      title="Sample data"
      action={notes && <LoadOffer location={notes.understood.location.label} />}
    >
      These businesses are fictional, so you can try the product.
    </Notice>
  )
}

export const SampleBadge = ({ leads }: Pick<Shown, 'leads'>) =>
  hasSample(leads) && <Badge tone="amber">Sample data</Badge>

/** Says in the row above a list that only a part of the area is loaded. */
export function CoverageChip({ notes }: Pick<Shown, 'notes'>) {
  if (notes?.coverage !== 'partial') return null
  return (
    <Chip label="Partly loaded">
      <p className="flex flex-wrap items-center justify-between gap-2">
        Part of this area is not loaded yet. The results cover only the loaded part.
        <LoadOffer location={notes.understood.location.label} />
      </p>
    </Chip>
  )
}
