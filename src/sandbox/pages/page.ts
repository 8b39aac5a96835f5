import type { FastifyReply } from 'fastify'
import { type Html, html } from './html.ts'

export type Page = {
  title: string
  content: Html
  layout: 'page' | 'frame' | 'overlay' | 'panel'
  /** The addresses of the page's scripts, in the order in which they run. */
  scripts?: string[]
  theme?: string
}

/**
 * Sends a page. Its security policy allows only files of the sandbox. Pages of `origins` may show it in a frame, and
 * its forms may redirect to them.
 */
export function sendPage(reply: FastifyReply, page: Page, origins: string[] = []): FastifyReply {
  const own = ['script', 'style', 'img', 'font', 'connect', 'frame'].map(kind => `${kind}-src 'self'`)
  const policy = [
    `default-src 'none'`,
    ...own,
    `form-action 'self' ${origins.join(' ')}`,
    `base-uri 'none'`,
    `frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(' ')}`,
  ]
  return reply
    .header('content-security-policy', policy.join('; '))
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'same-origin')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(documentOf(page).text)
}

function documentOf({ title, content, layout, scripts = [], theme }: Page): Html {
  return html`<!doctype html>
    <html lang="en" ${theme && html` data-theme="${theme}"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Payments sandbox</title>
        <link rel="icon" href="/assets/icon.svg" />
        <link rel="stylesheet" href="/assets/sandbox.css" />
        ${scripts.map(src => html`<script type="module" src="${src}"></script>`)}
      </head>
      <body class="${layout}">
        ${(layout === 'page' || layout === 'panel') && banner} ${content}
      </body>
    </html> `
}

const banner = html`<header class="banner">
  <strong>Payments sandbox</strong> <span>Nothing here is real: no bank is asked and no money moves.</span>
</header>`
