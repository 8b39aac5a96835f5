import { Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PublicPreview } from '#contract/searches/public-preview.ts'
import { Skeleton } from '../../shared/ui/skeleton.tsx'

const waitingRows = [0, 1, 2]

type PreviewRowsProps = { children?: ReactNode; footer?: ReactNode; isWaiting?: boolean }

/** Three businesses and a footer. The height is always the same, so that an answer moves nothing. */
export const PreviewRows = ({ children, footer, isWaiting = false }: PreviewRowsProps) => (
  <div aria-busy={isWaiting}>
    <div className="flex h-51 flex-col">
      {isWaiting
        ? waitingRows.map(row => (
            <div key={row} className="flex h-17 flex-col justify-center gap-2 border-b border-line px-4 last:border-0">
              <Skeleton className="h-4 w-40" />
              <Skeleton className="h-3 w-56" />
            </div>
          ))
        : children}
    </div>
    <div className="flex min-h-27 items-center justify-between gap-4 border-t border-line bg-sunken/60 px-4 py-3 text-sm text-ink-2 max-sm:min-h-37">
      {footer}
    </div>
  </div>
)

type PreviewRowProps = {
  lead: Pick<PublicPreview['leads'][number], 'businessName' | 'phone' | 'website' | 'email'>
  badge: ReactNode
}

export const PreviewRow = ({ lead, badge }: PreviewRowProps) => (
  <div className="flex h-17 items-center gap-3 border-b border-line px-4 last:border-0">
    <div className="min-w-0 flex-1">
      <div className="truncate text-sm font-medium">{lead.businessName}</div>
      <div className="mt-0.5 flex gap-x-3 text-xs text-ink-2">
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap tabular-nums">
          <Phone className="size-3 text-ink-3" />
          {lead.phone ?? 'No phone'}
        </span>
        <span className="truncate text-ink-3">{lead.email ?? lead.website ?? 'No email'}</span>
      </div>
    </div>
    {badge}
  </div>
)
