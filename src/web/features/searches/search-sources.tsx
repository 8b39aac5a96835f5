import type { SearchedSource } from '#contract/searches/searches.ts'
import { paths } from '../../shared/paths.ts'
import { TextLink } from '../../shared/ui/links.tsx'

type SearchSourcesProps = { searchId: number; sources: readonly SearchedSource[] }

/** The sources of the leads with the credits that their licenses require, and a link to the receipt. */
export const SearchSources = ({ searchId, sources }: SearchSourcesProps) => (
  <footer className="mt-2 border-t border-line pt-4 text-xs text-ink-3">
    <h3 className="font-medium text-ink-2">Sources</h3>
    <ul className="mt-1 flex flex-col gap-1">
      {sources.map(({ source, name, release, license, attribution }) => (
        <li key={`${source} ${name}`} className="text-pretty">
          {name} {release} ({license}). {attribution}
        </li>
      ))}
    </ul>
    <p className="mt-2 print:hidden">
      <TextLink href={paths.receiptOf(searchId)}>Receipt of this search</TextLink>
    </p>
  </footer>
)
