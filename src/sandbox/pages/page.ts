import type { FastifyReply } from 'fastify'
import { Html, html } from './html.ts'

export type Page = {
  title: string
  content: Html
  /** The page's script in browser/. */
  script?: string
  /** Values for the script, as data attributes of the body. */
  data?: Record<string, string>
  theme?: string | undefined
  /** Origins whose pages may show it in a frame; unset: none. */
  framedBy?: string[]
  layout: 'page' | 'frame' | 'overlay' | 'panel'
  status?: number
}

/** Sends a page that says it is a sandbox, with a policy that allows only its own files. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const ancestors = page.framedBy ?? ["'none'"]
  const policy = [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self'`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `frame-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors ${ancestors.join(' ')}`,
  ].join('; ')
  return reply
    .status(page.status ?? 200)
    .header('content-security-policy', policy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'same-origin')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(documentOf(page).text)
}

function documentOf({ title, content, script, data = {}, theme, layout }: Page): Html {
  const attributes = Object.entries(data).map(([name, value]) => html` data-${name}="${value}"`)
  return html`<!doctype html>
    <html lang="en" ${theme === undefined ? '' : html` data-theme="${theme}"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Payments sandbox</title>
        <link rel="icon" href="/assets/icon.svg" />
        <link rel="stylesheet" href="/assets/sandbox.css" />
        ${script === undefined ? '' : html`<script type="module" src="/assets/${script}.ts"></script>`}
      </head>
      <body class="${layout}" ${attributes}>
        ${layout === 'page' || layout === 'panel' ? banner : ''} ${content}
      </body>
    </html> `
}

const banner = html`<header class="banner">
  <strong>Payments sandbox</strong> <span>Nothing here is real: no bank is asked and no money moves.</span>
</header>`
