import clsx from 'clsx'
import { useState } from 'react'
import type { User } from '#contract/accounts/account.ts'
import { lazyDialog } from '../../shared/api/lazy-part.tsx'
import { count } from '../../shared/format.ts'
import { monthEndDay, monthEndWords } from './plan-state.ts'
import { usageOf } from './usage.rules.ts'

const UsageDialog = lazyDialog(() => import('./usage-dialog.tsx'))

const tones = { plenty: 'text-ink-2', low: 'text-amber-ink', none: 'text-danger-ink' }

export function UsageMeter({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  const { leads, searches } = usageOf(user)
  const renewal = `${monthEndWords(user).toLowerCase()} ${monthEndDay(user).replace(/, \d+$/, '')}`
  return (
    <>
      {/* Narrow screens have no room for it. */}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="rounded-md px-1 py-1 text-right text-xs whitespace-nowrap tabular-nums hover:bg-sunken lg:px-2 xl:text-sm touch:min-h-11 max-[22.5rem]:hidden"
      >
        {/* One line on a wide screen, otherwise two. Screen readers also get the words that do not fit. */}
        <span className={clsx('max-xl:block', tones[leads.state])}>{count(leads.left, 'lead')} left</span>
        {searches !== null && (
          <>
            <span className="text-ink-3 max-xl:sr-only"> · </span>
            <span className={tones[searches.state]}>{count(searches.left, 'search', 'searches')} left</span>
          </>
        )}
        <span className={clsx('text-ink-3', searches === null ? 'max-xl:block max-md:sr-only' : 'max-lg:sr-only')}>
          <span className={clsx(searches === null && 'max-xl:sr-only')}> · </span>
          {renewal}
        </span>
      </button>
      {isOpen && <UsageDialog user={user} onClose={() => setOpen(false)} />}
    </>
  )
}
