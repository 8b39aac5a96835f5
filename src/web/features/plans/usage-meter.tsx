import clsx from 'clsx'
import { lazy, useState } from 'react'
import type { User } from '#contract/account.ts'
import { LazyDialog } from '../../shared/api/lazy-part.tsx'
import { formatNumber } from '../../shared/format.ts'
import { type Usage, usageOf } from './usage.rules.ts'

const UsageDialog = lazy(() => import('./usage-dialog.tsx'))

const tones = { plenty: 'text-ink-2', low: 'text-amber-ink', none: 'text-danger-ink' }

/** How much of the month's leads and searches is used, in the header. A click explains it. */
export function UsageMeter({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  const { leads, searches } = usageOf(user)
  const close = () => setOpen(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="rounded-md px-2 py-1.5 text-sm whitespace-nowrap tabular-nums hover:bg-sunken touch:min-h-11"
      >
        <Amount usage={leads} what="leads" />
        {searches !== null && (
          <span className="max-lg:sr-only">
            <span className="text-ink-3"> · </span>
            <Amount usage={searches} what="searches" />
          </span>
        )}
      </button>
      {isOpen && (
        <LazyDialog onClose={close}>
          <UsageDialog user={user} onClose={close} />
        </LazyDialog>
      )}
    </>
  )
}

const Amount = ({ usage: { used, quota, state }, what }: { usage: Usage; what: string }) => (
  <span className={clsx(tones[state])}>
    {formatNumber(used)} of {formatNumber(quota)} {what}
    <span className="max-lg:sr-only"> used</span>
  </span>
)
