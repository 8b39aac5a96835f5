import { useEffect, useState } from 'react'
import { NotFound } from '../../shared/ui/not-found.tsx'
import { PageSpinner } from '../../shared/ui/spinner.tsx'

const id = 'counts'

/** The built page has this mark where the server puts the content. */
const mark = '%counts%'

/** Whether this document has had content that the server drew. */
let hasHadContent = false

function findContent(): string | undefined {
  if (typeof document === 'undefined') return mark
  const content = document.getElementById(id)?.innerHTML
  hasHadContent ||= content !== undefined
  return content
}

/**
 * True if the server sent this very page without content, which means that the page does not exist. Loading it again
 * would not help.
 */
function isMissing(): boolean {
  const [opened] = performance.getEntriesByType('navigation')
  return !hasHadContent && opened !== undefined && new URL(opened.name).pathname === location.pathname
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
      id={id}
      className="mx-auto max-w-reading px-4 pt-12 sm:px-6 lg:pt-20"
      dangerouslySetInnerHTML={{ __html: content }}
    />
  )
}
