import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { layers } from './support/module-graph.ts'

const project = path.resolve(import.meta.dirname, '..')
const guide = readFileSync(path.join(project, 'docs/code.md'), 'utf8')
const isThere = (file: string): boolean => existsSync(path.join(project, file))

test('every file and folder that the guide names exists', () => {
  const named = [...guide.matchAll(/`((?:src|tests|bench|docs|scripts)\/[\w./-]+)`/g)].map(([, file = '']) => file)
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(file => !isThere(file))).toEqual([])
})

test('the map shows every layer of the server, from top to bottom, and every folder of the web', () => {
  const map = /```\n(src\/contract[^]+?)```/.exec(guide)?.[1] ?? ''
  const shown = [...map.matchAll(/^ {2}([\w-]+)\//gm)].map(([, folder = '']) => folder)
  expect(shown.slice(0, layers.length)).toEqual(layers.toReversed())
  const web = globSync('*', { cwd: path.join(project, 'src/web') }).filter(
    name => name !== 'testing' && statSync(path.join(project, 'src/web', name)).isDirectory(),
  )
  expect(shown.slice(layers.length).toSorted()).toEqual(web.toSorted())
})

test('every benchmark is in the list of what to run after which change', () => {
  const benchmarks = readFileSync(path.join(project, 'docs/benchmarks.md'), 'utf8')
  const rows = /\| run it after changes to[^]+?\n\n/.exec(benchmarks)?.[0] ?? ''
  const listed = [...rows.matchAll(/\[([\w, -]+)\]\(/g)].flatMap(([, names = '']) => names.split(', '))
  const files = globSync('bench/*.bench.ts', { cwd: project }).map(file => path.basename(file, '.bench.ts'))
  expect(listed.toSorted()).toEqual(files.toSorted())
})
