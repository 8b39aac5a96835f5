import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { App } from './app/app.tsx'
import { createQueryClient } from './shared/session/query-client.ts'

/** The HTML of a public page as a visitor sees it. */
export async function render(url: string): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <App client={createQueryClient()} url={url} />
    </StrictMode>,
    // React streams large parts of a page through an inline script, which the content security policy blocks.
    { progressiveChunkSize: Infinity },
  )
  return new Response(prelude as ReadableStream).text()
}
