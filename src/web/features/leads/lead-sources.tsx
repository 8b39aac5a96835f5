import type { FactSource, Lead } from '#contract/leads/leads.ts'
import { formatDate } from '../../shared/format.ts'
import { OutLink } from './lead-site.tsx'

const names: Record<string, string> = {
  overture: 'Overture Maps',
  foursquare: 'Foursquare OS Places',
  osm: 'OpenStreetMap',
  alltheplaces: 'AllThePlaces',
  csv: 'Own list',
  demo: 'Sample data',
  site: 'Own website',
}

const sourceName = (key: string): string => names[key] ?? key

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
export function LeadSources({ lead }: { lead: Lead }) {
  return (
    <section className="mt-6 border-t border-line pt-4 text-sm">
      <h3 className="text-xs text-ink-3">Where this comes from</h3>
      <ul className="mt-2 grid gap-y-2">
        {groupsOf(lead).map(({ key, facts, name, pageUrl, license, date }) => (
          <li key={key} className="wrap-anywhere">
            <span className="font-medium text-ink">{facts}</span>
            <span className="text-ink-2">
              {' '}
              {pageUrl === undefined ? name : <OutLink url={pageUrl}>{name}</OutLink>} · {license} · {date}
            </span>
          </li>
        ))}
      </ul>
      {lead.attribution.length > 0 && <p className="mt-3 text-xs text-ink-3">{lead.attribution.join(' · ')}</p>}
    </section>
  )
}

type Group = { key: string; facts: string; name: string; pageUrl?: string | undefined; license: string; date: string }

function groupsOf(lead: Lead): Group[] {
  if (lead.factSources.length === 0)
    return [
      {
        key: 'all',
        facts: 'All facts:',
        name: lead.isSample ? 'Sample data (fictional)' : sourceName(lead.source),
        license: lead.sourceLicense,
        date: dateWords(lead.lastConfirmed, null),
      },
    ]
  const groups = Map.groupBy(lead.factSources, ({ sourceName: name, license, confirmedOn, release, pageUrl }) =>
    [name, license, confirmedOn, release, pageUrl].join('\n'),
  )
  return [...groups].flatMap(([key, facts]) => {
    const [first] = facts
    if (first === undefined) return []
    return {
      key,
      facts: `${facts.map(({ fact }) => factNames[fact]).join(', ')}:`,
      name: lead.isSample ? 'Sample data (fictional)' : first.sourceName,
      pageUrl: first.pageUrl,
      license: first.license,
      date: dateWords(first.confirmedOn, first.release),
    }
  })
}

function dateWords(confirmedOn: string | null, release: string | null): string {
  if (confirmedOn !== null) return `confirmed ${formatDate(confirmedOn)}`
  return release === null ? 'date unknown' : `in the release of ${release}`
}
