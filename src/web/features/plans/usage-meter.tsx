import clsx from 'clsx'
import { lazy, useState } from 'react'
import type { User } from '#contract/account.ts'
import { LazyDialog } from '../../shared/api/lazy-part.tsx'
import { formatDayOf, formatNumber } from '../../shared/format.ts'
import { type Usage, usageOf } from './usage.rules.ts'

const UsageDialog = lazy(() => import('./usage-dialog.tsx'))

const LONG_QUOTA = 99_999

const tones = { plenty: 'text-ink-2', low: 'text-amber-ink', none: 'text-danger-ink' }

/** How much of the month's leads and searches is used, in the header. A click explains it. */
export function UsageMeter({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  const { leads, searches } = usageOf(user)
  const close = () => setOpen(false)
  const renewal = `renews ${formatDayOf(user.renewsAt).replace(/, \d+$/, '')}`
  const parts = [leads && `${amount(leads, 'leads')} used`, searches && `${amount(searches, 'searches')} used`, renewal]
  return (
    <>
      {/* Too narrow a screen has no room for it. */}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={parts.filter(Boolean).join(' · ')}
        onClick={() => setOpen(true)}
        className="rounded-md px-2 py-1.5 text-sm whitespace-nowrap tabular-nums hover:bg-sunken touch:min-h-11 max-[22.5rem]:hidden"
      >
        <span className={tones[leads.state]}>
          {share(leads)}
          {/* Between these widths the links of the header need the room. */}
          <span className={clsx(leads.quota > LONG_QUOTA && 'md:max-lg:hidden')}> leads</span>
          <span className="max-lg:hidden"> used</span>
        </span>
        {searches !== null && (
          <span className="max-lg:hidden">
            <span className="text-ink-3"> · </span>
            <span className={tones[searches.state]}>{amount(searches, 'searches')} used</span>
          </span>
        )}
        <span className="text-ink-3 max-xl:hidden"> · {renewal}</span>
      </button>
      {isOpen && (
        <LazyDialog onClose={close}>
          <UsageDialog user={user} onClose={close} />
        </LazyDialog>
      )}
    </>
  )
}

const share = ({ used, quota }: Usage): string => `${formatNumber(used)} of ${formatNumber(quota)}`
const amount = (usage: Usage, what: string): string => `${share(usage)} ${what}`
