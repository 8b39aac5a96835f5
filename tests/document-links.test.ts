import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const project = path.resolve(import.meta.dirname, '..')
const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: project })]
const read = (file: string): string => readFileSync(path.join(project, file), 'utf8')

/** The anchor that Markdown viewers make from a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

function isThere(from: string, link: string): boolean {
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? from : path.join(path.dirname(from), file)
  if (!existsSync(path.join(project, target))) return false
  if (anchor === undefined) return true
  return [...read(target).matchAll(/^#+ (.+)$/gm)].some(([, heading = '']) => anchorOf(heading) === anchor)
}

test('every link from a document to another document or section works', () => {
  const links = documents.flatMap(from =>
    [...read(from).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = '']) => ({ from, link })),
  )
  expect(links.length).toBeGreaterThan(30)
  expect(links.filter(({ from, link }) => !isThere(from, link))).toEqual([])
})
