import { type SiteScope, useUncheckedSites } from '../../features/leads/lead-site.queries.ts'
import { count, formatNumber } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'

/** Says how many websites of these leads were never checked, has them checked, and pauses that. */
export function UncheckedSites({ scope }: { scope: SiteScope }) {
  const { unchecked, open, ask, pause } = useUncheckedSites(scope)
  if (unchecked === undefined || (open === 0 && unchecked.sites === 0)) return null
  const { sites, left } = unchecked
  const allowed = left === null ? sites : Math.min(sites, left)
  return (
    <div className="flex flex-wrap items-center gap-3 lg:basis-full max-lg:col-span-full">
      <output className="text-sm text-ink-2 tabular-nums">
        {open > 0
          ? `Reading websites: ${formatNumber(open)} to go.`
          : `${count(sites, 'website has', 'websites have')} not been checked.${leftWords(left, sites)}`}
      </output>
      {open > 0 ? (
        <Button size="sm" isLoading={pause.isPending} onClick={() => pause.mutate()}>
          Pause
        </Button>
      ) : (
        <Button size="sm" disabled={allowed === 0} isLoading={ask.isPending} onClick={() => ask.mutate()}>
          {`Check ${count(allowed, 'website')}`}
        </Button>
      )}
    </div>
  )
}

const leftWords = (left: number | null, sites: number): string =>
  left === null || left >= sites ? '' : ` Your plan includes ${formatNumber(left)} more this month.`
