import type { AdvancedAnalytics } from '#contract/admin/analytics.ts'
import { ChartCard } from '../../../shared/charts/chart-card.tsx'
import { formatNumber } from '../../../shared/format.ts'

// Roughly the map of the US, in squares of equal size.
const layout = [
  'AK -- -- -- -- -- -- -- -- -- ME',
  '-- -- -- -- -- -- -- -- -- VT NH',
  'WA ID MT ND MN IL WI MI NY RI MA',
  'OR NV WY SD IA IN OH PA NJ CT --',
  'CA UT CO NE MO KY WV VA MD DE --',
  '-- AZ NM KS AR TN NC SC DC -- --',
  '-- -- -- OK LA MS AL GA -- -- --',
  'HI -- -- TX -- -- -- -- FL -- --',
].map(row => row.split(' '))
const squares = layout.flatMap((row, y) => row.map((state, x) => ({ state, key: `${x} ${y}` })))

/** The leads of each state on a tile map. Leads without a tile are listed below it. */
export function StateMap({ states }: { states: AdvancedAnalytics['states'] }) {
  const leadsOf = new Map(states.map(({ state, leads }) => [state, leads]))
  const most = Math.max(...states.map(({ leads }) => leads))
  const elsewhere = states.filter(({ state }) => state === null || !squares.some(square => square.state === state))
  return (
    <ChartCard
      title="Leads by State"
      nameHeader="State"
      amountHeader="Leads"
      hasShares
      rows={states.map(({ state, leads }) => ({ name: nameOf(state), amount: leads }))}
    >
      <div className="mx-auto grid max-w-md grid-cols-11 gap-1">
        {squares.map(({ state, key }) =>
          state === '--' ? (
            <span key={key} />
          ) : (
            <Square key={key} state={state} leads={leadsOf.get(state) ?? 0} most={most} />
          ),
        )}
      </div>
      {elsewhere.length > 0 && (
        <p className="mt-3 text-center text-sm text-ink-3">
          {elsewhere.map(({ state, leads }) => `${nameOf(state)}: ${formatNumber(leads)}`).join(' · ')}
        </p>
      )}
    </ChartCard>
  )
}

const nameOf = (state: string | null): string => state ?? 'Unknown'

const Square = ({ state, leads, most }: { state: string; leads: number; most: number }) => (
  <span
    title={`${state}: ${formatNumber(leads)}`}
    className={`flex aspect-square items-center justify-center rounded-sm text-xs font-medium ${toneOf(leads, most)}`}
  >
    {state}
  </span>
)

function toneOf(leads: number, most: number): string {
  if (leads === 0) return 'bg-sunken text-ink-2'
  return leads * 2 < most ? 'bg-accent-soft text-accent-ink inset-ring inset-ring-accent' : 'bg-accent text-on-accent'
}
