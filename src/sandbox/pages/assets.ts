import { readFileSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'

const scripts = ['card-form', 'card-frame', 'challenge', 'challenge-answered']
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#e8b931"/><path d="M4 11V5m0 6h8" stroke="#3b2f05" stroke-width="2" stroke-linecap="round" fill="none"/></svg>`

// The product's font, so that the card form fits into the product's dialog.
const font = createRequire(import.meta.url).resolve('@fontsource-variable/geist/files/geist-latin-wght-normal.woff2')

/** The files of the sandbox's pages. Types are stripped from scripts, as Node does when it runs TypeScript. */
export function assetRoutes(app: FastifyInstance): void {
  const files = new Map<string, { type: string; body: () => string | Buffer }>([
    // The product loads it with a plain script tag, so a function keeps its names out of the page.
    ['/card-script.js', { type: 'text/javascript; charset=utf-8', body: () => `(() => {${script('card-script')}})()` }],
    ['/assets/icon.svg', { type: 'image/svg+xml', body: () => icon }],
    ['/assets/geist.woff2', { type: 'font/woff2', body: () => readFileSync(font) }],
    ['/assets/sandbox.css', { type: 'text/css; charset=utf-8', body: () => readText('sandbox.css') }],
    ...scripts.map(
      name => [`/assets/${name}.ts`, { type: 'text/javascript; charset=utf-8', body: () => script(name) }] as const,
    ),
  ])
  for (const [url, { type, body }] of files)
    app.get(url, (_request, reply) =>
      reply.header('cache-control', 'no-cache').header('x-content-type-options', 'nosniff').type(type).send(body()),
    )
}

const readText = (file: string): string => readFileSync(path.join(import.meta.dirname, file), 'utf8')

// Hides Node's warning that this function is experimental.
function script(name: string): string {
  const emitWarning = process.emitWarning.bind(process)
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(readText(`../browser/${name}.ts`))
  } finally {
    process.emitWarning = emitWarning
  }
}
