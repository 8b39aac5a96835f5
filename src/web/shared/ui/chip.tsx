import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { badgeClass } from './badge.tsx'

/** A badge in a row that wraps. A click shows its content below the row. On paper, `printed` takes its place. */
export function Chip({ label, printed, children }: { label: string; printed?: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className={badgeClass({ tone: 'accent', className: 'h-6 print:hidden touch:h-9 touch:px-2' })}
      >
        <span className="truncate">{label}</span>
        <ChevronDown className={clsx('size-3.5 shrink-0', isOpen && 'rotate-180')} />
      </button>
      <p className="hidden print:block">{!isOpen && printed}</p>
      {isOpen && (
        <div id={id} className="order-last min-w-0 basis-full text-sm text-ink-2">
          {children}
        </div>
      )}
    </>
  )
}
