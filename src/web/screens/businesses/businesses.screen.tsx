import { useEffect, useState } from 'react'
import { PageSpinner } from '../../shared/ui/spinner.tsx'

const id = 'counts'

/** The built page has this mark where the server puts the content. */
const mark = '%counts%'

/**
 * The number of businesses, by kind and place. The server draws the content, so this only keeps what the page already
 * contains. Without it, as after going back from another screen, the page is loaded from the server.
 */
export default function BusinessesScreen() {
  const [content] = useState(() => (typeof document === 'undefined' ? mark : document.getElementById(id)?.innerHTML))
  useEffect(() => {
    if (content === undefined) location.reload()
  }, [content])
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
