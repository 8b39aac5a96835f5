import type { SearchedSource } from '#contract/searches.ts'

/** The sources of the leads, with the credits that their licenses require. */
export const SearchSources = ({ sources }: { sources: readonly SearchedSource[] }) => (
  <footer className="mt-2 border-t border-line pt-4 text-xs text-ink-3">
    <h3 className="font-medium text-ink-2">Sources</h3>
    <ul className="mt-1 flex flex-col gap-1">
      {sources.map(({ source, name, release, license, attribution }) => (
        <li key={`${source} ${name}`} className="text-pretty">
          {name}, release {release} ({license}). {attribution}
        </li>
      ))}
    </ul>
  </footer>
)
