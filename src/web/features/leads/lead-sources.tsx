import type { FactSource, Lead } from '#contract/leads/leads.ts'
import { formatDate } from '../../shared/format.ts'
import { OutLink } from './lead-contact.tsx'

const factNames: Record<FactSource['fact'], string> = {
  name: 'Name',
  phone: 'Phone',
  website: 'Website',
  email: 'Email',
  address: 'Address',
  rating: 'Rating',
  hours: 'Hours',
}

/** The source, license, and age of each fact, and the credits that the licenses require. */
export function LeadSources({ lead: { factSources, isSample, attribution } }: { lead: Lead }) {
  const groups = Map.groupBy(factSources, ({ sourceName, license, confirmedOn, release, pageUrl }) =>
    [sourceName, license, confirmedOn, release, pageUrl].join('\n'),
  )
  return (
    <section className="mt-6 border-t border-line pt-4 text-sm">
      <h3 className="text-xs text-ink-3">Where this comes from</h3>
      <ul className="mt-2 grid gap-y-2">
        {Array.from(groups, ([key, facts]) => (
          <Source key={key} facts={facts} isSample={isSample} />
        ))}
      </ul>
      {attribution.length > 0 && <p className="mt-3 text-xs text-ink-3">{attribution.join(' · ')}</p>}
    </section>
  )
}

function Source({ facts, isSample }: { facts: FactSource[]; isSample: boolean }) {
  const [first] = facts
  if (first === undefined) return null
  const { sourceName, pageUrl, license, confirmedOn, release } = first
  const name = isSample ? 'Sample data (fictional)' : sourceName
  return (
    <li className="wrap-anywhere">
      <span className="font-medium text-ink">{facts.map(({ fact }) => factNames[fact]).join(', ')}:</span>
      <span className="text-ink-2">
        {' '}
        {pageUrl === undefined ? name : <OutLink url={pageUrl}>{name}</OutLink>} · {license} ·{' '}
        {dateWords(confirmedOn, release)}
      </span>
    </li>
  )
}

function dateWords(confirmedOn: string | null, release: string | null): string {
  if (confirmedOn !== null) return `confirmed ${formatDate(confirmedOn)}`
  return release === null ? 'date unknown' : `in the release of ${release}`
}
