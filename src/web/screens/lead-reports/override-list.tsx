import type { PlaceOverride, PlaceOverrides } from '#contract/admin/place-overrides.ts'
import { reasonNames } from '#contract/leads/lead-report.ts'
import { QuerySection } from '../../shared/api/query-content.tsx'
import { count } from '../../shared/format.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { CardList, Decision, DecisionCard } from '../../shared/ui/decision-card.tsx'
import { overridesRead, useDecideOverride } from './place-overrides.queries.ts'

/** Places that are corrected for everyone. */
export const OverrideList = () => (
  <QuerySection title="Corrections" loading="Loading the corrections" read={overridesRead}>
    {overrides => <Overrides overrides={overrides} />}
  </QuerySection>
)

const Overrides = ({ overrides: { total, active } }: { overrides: PlaceOverrides }) => (
  <>
    <CardList items={active} empty="No place is corrected.">
      {override => <ActiveOverride override={override} />}
    </CardList>
    {total > active.length && (
      <p className="mt-3 text-sm text-ink-2">
        {count(total - active.length, 'older correction is', 'older corrections are')} not listed.
      </p>
    )}
  </>
)

function ActiveOverride({ override }: { override: PlaceOverride }) {
  const { id, businessName, effect, createdAt, town, placeKey, fromRelease } = override
  const isByReports = override.basis === 'reports'
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
          {isByReports && (
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
            variant={isByReports ? 'ghost' : 'secondary'}
            decide={decide}
          />
        </>
      }
    >
      <p className="mt-1 text-sm wrap-anywhere text-ink-2">{describeBasis(override)}</p>
      <p className="mt-1 text-xs wrap-anywhere text-ink-3">
        {[town, placeKey, fromRelease !== '' && `release ${fromRelease}`].filter(Boolean).join(' · ')}
      </p>
    </DecisionCard>
  )
}

const effectNames = { doubted: 'score limited', withheld: 'withheld' } as const

function describeBasis({ basis, witnesses, decidedBy }: PlaceOverride): string {
  const reporters = witnesses > 0 && `Reported by ${count(witnesses, 'independent account')}`
  const decision =
    basis === 'administrator' && `${reporters === false ? 'Set' : 'kept'} by ${decidedBy ?? 'an administrator'}`
  return [reporters, decision].filter(Boolean).join(' · ')
}
