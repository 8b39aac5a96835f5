/** Builds the web application, prerenders the public pages, and writes brotli and gzip copies beside every text file. */
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { build, type Manifest } from 'vite'
import { shellPaths } from '../src/contract/pages.ts'
import { productName } from '../src/contract/product.ts'
import { businessesPath } from '../src/contract/public-pages.ts'
import { readOwnText } from '../src/server/platform/basics/own-text.ts'
import { publicPages, shellPage, signInPages } from '../src/web/shared/public-pages.ts'
import { sourceOf } from './screen-sources.ts'

const root = path.resolve(import.meta.dirname, '..')
const out = path.join(root, 'dist/web')
const prerenderer = path.join(root, 'dist/prerender')

await build({ root, logLevel: 'warn' })
await build({
  root,
  logLevel: 'warn',
  ssr: { noExternal: true },
  build: {
    ssr: 'src/web/prerender.tsx',
    outDir: prerenderer,
    manifest: false,
    emptyOutDir: true,
    copyPublicDir: false,
  },
})
const manifest = JSON.parse(await readFile(path.join(out, '.vite/manifest.json'), 'utf8')) as Manifest
const template = readOwnText(path.join(out, 'index.html'))
/** The server fills in what is left open here, such as "%title%". */
const countsPage: PageToFill = {
  title: '%title%',
  description: '%description%',
  path: '%path%',
  source: sourceOf(businessesPath),
}

await writePages()
await precompress()
await rm(prerenderer, { recursive: true })
await rm(path.join(out, '.vite'), { recursive: true })

async function writePages(): Promise<void> {
  const drawn = async (page: PageToFill, url: string) => scriptsLast(fill(page, assertPlainHtml(await render(url))))
  const { render } = (await import(path.join(prerenderer, 'prerender.js'))) as typeof import('../src/web/prerender.tsx')
  await writeFile(path.join(out, 'app.html'), fill(shellPage, ''))
  for (const shellPath of shellPaths) {
    const file = path.join(out, `shells${shellPath}.html`)
    await mkdir(path.dirname(file), { recursive: true })
    const page = { ...shellPage, ...signInPages[shellPath], source: sourceOf(shellPath) }
    await writeFile(file, shellPath in signInPages ? await drawn(page, shellPath) : fill(page, ''))
  }
  await writeFile(path.join(out, 'businesses.html'), await drawn(countsPage, businessesPath))
  for (const page of publicPages) {
    const file = path.join(out, page.path, 'index.html')
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, await drawn({ ...page, source: sourceOf(page.path) }, page.path))
  }
}

/**
 * The content security policy blocks inline scripts and styles, so fail the build instead of shipping a broken page.
 */
function assertPlainHtml(html: string): string {
  const inline = /<script|<style| style=/.exec(html)
  if (inline) throw new Error(`A public page contains inline code: ${html.slice(inline.index, inline.index + 120)}`)
  return html
}

/** A shell has no `path`: no search engine should list it. */
type PageToFill = { title: string; description: string; path?: string; source?: string }
function fill(page: PageToFill, content: string): string {
  return template
    .replaceAll('%product%', () => productName)
    .replace(/^.*%path%.*\n/m, line => (page.path === undefined ? '' : line.replace('%path%', page.path)))
    .replaceAll('%title%', () => page.title)
    .replaceAll('%description%', () => page.description)
    .replace('</head>', () => `${preloads(page.source)}</head>`)
    .replace('<!--app-->', () => content)
}

/**
 * Prerendered pages are readable without scripts, so scripts must not delay the first paint. Clicks made before they
 * load are replayed afterwards (`before-paint.js`).
 */
function scriptsLast(html: string): string {
  const scripts = /<(?:script type="module"|link rel="modulepreload")[^>]* (?:src|href)="([^"]+)"[^>]*>(?:<\/script>)?/g
  const files = [...html.matchAll(scripts)].map(([tag, file = '']) => ({ file, main: tag.startsWith('<script') }))
  const mainFirst = files.toSorted((one, other) => Number(other.main) - Number(one.main)).map(({ file }) => file)
  const loader = `<script async src="/after-paint.js" data-scripts="${mainFirst.join(' ')}"></script>`
  return html.replaceAll(scripts, '').replace('</head>', `${loader}</head>`)
}

/** Preloads the font and the page's own code before the main script requests them. */
function preloads(source: string | undefined): string {
  const font = Object.values(manifest)
    .flatMap(chunk => chunk.assets ?? [])
    .find(file => file.endsWith('.woff2'))
  const code = source === undefined ? [] : filesOf(source).filter(file => !template.includes(file))
  return [
    font === undefined ? '' : `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`,
    // Low priority, because the files that every page starts with paint first.
    ...code.map(file => `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}">`),
  ].join('')
}

/** A chunk and all its imports. */
function filesOf(key: string, seen = new Set<string>()): string[] {
  const chunk = manifest[key]
  if (chunk === undefined) throw new Error(`The build has no ${key}`)
  if (seen.has(key)) return []
  seen.add(key)
  return [chunk.file, ...(chunk.imports ?? []).flatMap(imported => filesOf(imported, seen))]
}

async function precompress(): Promise<void> {
  for await (const file of glob('**/*.{html,js,mjs,css,svg,json,txt}', { cwd: out })) {
    const body = await readFile(path.join(out, file))
    await writeFile(path.join(out, `${file}.br`), await promisify(brotliCompress)(body))
    await writeFile(path.join(out, `${file}.gz`), await promisify(gzip)(body, { level: 9 }))
  }
}
