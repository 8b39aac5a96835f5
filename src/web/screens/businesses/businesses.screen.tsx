import { useEffect, useState } from 'react'
import { cameWithContent, drawnContentId } from '../../shared/drawn-content.ts'
import NotFound from '../../shared/session/not-found.tsx'
import { PageSpinner } from '../../shared/ui/spinner.tsx'

/** The built page has this mark where the server puts the content. */
const mark = '%counts%'

function findContent(): string | undefined {
  return typeof document === 'undefined' ? mark : document.getElementById(drawnContentId)?.innerHTML
}

/** True if the server sent this page without content, because it does not exist: reloading does not help. */
function isMissing(): boolean {
  const [opened] = performance.getEntriesByType('navigation')
  return !cameWithContent() && opened !== undefined && new URL(opened.name).pathname === location.pathname
}

/**
 * The number of businesses, by kind and place. The server draws the content, so this only keeps what the page already
 * contains. Without it, as after going back from another screen, the page is loaded from the server.
 */
export default function BusinessesScreen() {
  const [content] = useState(findContent)
  const [isUnknown] = useState(() => content === undefined && isMissing())
  const mustLoad = content === undefined && !isUnknown
  useEffect(() => {
    if (mustLoad) location.reload()
  }, [mustLoad])
  if (isUnknown) return <NotFound />
  if (content === undefined) return <PageSpinner />
  // The server's own HTML, which contains no text of users.
  return (
    <div
      id={drawnContentId}
      className="mx-auto max-w-reading px-4 pt-12 sm:px-6 lg:pt-20"
      dangerouslySetInnerHTML={{ __html: content }}
    />
  )
}
