import { ScoreBadge } from '../../features/leads/score-and-rating.tsx'
import { formatDate } from '../../shared/format.ts'
import { usePublicPreview } from './public-preview.queries.ts'

/** The first business of the example with the lines of its score, its source, and its date. */
export default function OpenedLead() {
  const { data } = usePublicPreview(undefined)
  const lead = data !== undefined && 'leads' in data ? data.leads[0] : undefined
  if (lead === undefined) return null
  const { businessName, phone, qualityScore, source, confirmedOn } = lead
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="truncate font-semibold">{businessName}</h3>
          {phone !== null && <p className="text-sm text-ink-2 tabular-nums">{phone}</p>}
        </div>
        <ScoreBadge score={qualityScore} />
      </div>
      <dl className="mt-3 flex flex-col gap-1.5 text-sm">
        {lead.scoreLines.map(({ code, label, detail, earned }) => (
          <div key={`${code} ${detail}`} className="flex gap-2">
            <dt className="shrink-0 text-ink-2">{label}</dt>
            <dd className="flex min-w-0 flex-1 justify-between gap-3">
              <span title={detail} className="truncate text-ink-3">
                {detail}
              </span>
              <span className="tabular-nums">{earned}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 border-t border-line pt-3 text-xs text-ink-3">
        {source}
        {confirmedOn !== null && `, confirmed ${formatDate(confirmedOn)}`}
      </p>
    </>
  )
}
