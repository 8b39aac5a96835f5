import type { EndReason, PlaceOverride, PlaceOverrides } from '#contract/admin/place-overrides.ts'
import { reasonNames } from '#contract/leads/lead-report.ts'
import { QuerySection } from '../../shared/api/query-content.tsx'
import { count, formatDayOf } from '../../shared/format.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { CardList, Decision, DecisionCard } from '../../shared/ui/decision-card.tsx'
import { overridesRead, useDecideOverride } from './place-overrides.queries.ts'

/** Places that are corrected for everyone, and the corrections that ended. */
export const OverrideList = () => (
  <QuerySection title="Corrections" loading="Loading the corrections" read={overridesRead}>
    {overrides => <Overrides overrides={overrides} />}
  </QuerySection>
)

const isByReports = ({ basis }: PlaceOverride): boolean => basis === 'reports'
const Overrides = ({ overrides: { total, active, ended } }: { overrides: PlaceOverrides }) => (
  <>
    <CardList items={active} empty="No place is corrected.">
      {override => <ActiveOverride override={override} />}
    </CardList>
    {total > active.length && (
      <p className="mt-3 text-sm text-ink-2">
        {count(total - active.length, 'older correction is', 'older corrections are')} not listed.
      </p>
    )}
    {ended.length > 0 && <EndedOverrides ended={ended} />}
  </>
)

function ActiveOverride({ override }: { override: PlaceOverride }) {
  const { id, businessName, effect, createdAt } = override
  const decide = useDecideOverride(id)
  return (
    <DecisionCard
      title={businessName}
      createdAt={createdAt}
      badges={
        <>
          <Badge>{reasonNames[override.fault]}</Badge>
          <Badge tone={effect === 'withheld' ? 'danger' : 'amber'}>{effectNames[effect]}</Badge>
        </>
      }
      decisions={
        <>
          {isByReports(override) && (
            <Decision
              value="withhold"
              label={effect === 'withheld' ? 'Keep' : 'Withhold'}
              about={businessName}
              decide={decide}
            />
          )}
          <Decision
            value="remove"
            label="Remove"
            about={`the correction of ${businessName}`}
            variant={isByReports(override) ? 'ghost' : 'secondary'}
            decide={decide}
          />
        </>
      }
    >
      <p className="mt-1 text-sm wrap-anywhere text-ink-2">{describeBasis(override)}</p>
      <Whereabouts override={override} />
    </DecisionCard>
  )
}

const Whereabouts = ({ override: { town, placeKey, fromRelease } }: { override: PlaceOverride }) => (
  <p className="mt-1 text-xs wrap-anywhere text-ink-3">
    {[town, placeKey, fromRelease !== '' && `release ${fromRelease}`].filter(Boolean).join(' · ')}
  </p>
)

const EndedOverrides = ({ ended }: { ended: readonly PlaceOverride[] }) => (
  <details className="mt-4 text-sm">
    <summary className="w-fit cursor-pointer rounded-sm py-1 font-medium text-ink-2 hover:text-ink touch:py-3">
      {count(ended.length, 'ended correction')}
    </summary>
    <ul className="mt-2 divide-y divide-line rounded-md border border-line bg-surface">
      {ended.map(override => (
        <li key={override.id} className="px-4 py-3">
          <p className="wrap-anywhere">
            <span className="font-medium">{override.businessName}</span>{' '}
            <span className="text-ink-2">
              {reasonNames[override.fault]}, {effectNames[override.effect]}. {describeEnd(override)}
            </span>
          </p>
          <p className="mt-0.5 text-ink-2">{describeBasis(override)}</p>
          <Whereabouts override={override} />
        </li>
      ))}
    </ul>
  </details>
)

const effectNames = { doubted: 'score limited', withheld: 'withheld' } as const

function describeBasis({ basis, witnesses, decidedBy }: PlaceOverride): string {
  const reporters = witnesses > 0 && `Reported by ${count(witnesses, 'independent account')}`
  const decision =
    basis === 'administrator' && `${reporters === false ? 'Set' : 'kept'} by ${decidedBy ?? 'an administrator'}`
  return [reporters, decision].filter(Boolean).join(' · ')
}

const endNames: Record<EndReason, string> = {
  administrator: 'Removed',
  'newer facts': 'A release had other facts',
  'not listed': 'No longer listed by its source',
  reporters: 'The accounts of the reporters were disabled',
  expired: 'Expired without another report',
}

function describeEnd({ endReason, endedAt, endedBy }: PlaceOverride): string {
  const why = endReason === null ? '' : endNames[endReason]
  const by = endedBy === null ? '' : ` by ${endedBy}`
  return `${why}${by}${endedAt === null ? '' : `, ${formatDayOf(endedAt)}`}.`
}
