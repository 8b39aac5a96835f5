import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const project = path.resolve(import.meta.dirname, '..')
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(project, file), 'utf8'))

test('no dependency runs a script when it is installed, in any version of npm', () => {
  const { packages } = read('package-lock.json') as { packages: Record<string, { hasInstallScript?: boolean }> }
  const scripted = Object.keys(packages).filter(name => packages[name]?.hasInstallScript === true)
  expect(scripted, 'the project itself alone').toEqual([''])
})

test('no installed package has an install script or something to compile', () => {
  const manifests = globSync(['node_modules/*/package.json', 'node_modules/@*/*/package.json'], { cwd: project })
  expect(manifests.length).toBeGreaterThan(100)
  const scripted = manifests.filter(manifest => {
    const { scripts = {}, gypfile } = read(manifest) as { scripts?: Record<string, string>; gypfile?: boolean }
    return gypfile === true || ['preinstall', 'install', 'postinstall'].some(name => scripts[name] !== undefined)
  })
  const native = globSync(['node_modules/*/binding.gyp', 'node_modules/@*/*/binding.gyp'], { cwd: project })
  expect([...scripted, ...native]).toEqual([])
})

/** Packages whose private parts we use, and where. An upgrade has to look at that file, and then change the version here. */
const withPrivateParts = {
  hyparquet: { version: '1.31.5', usedIn: 'src/place-files/parquet-internals.ts' },
  pg: { version: '8.23.1', usedIn: 'src/server/platform/database/postgres-message.ts' },
}

test('packages whose internals are used stay at the version for which our code was written', () => {
  const { dependencies } = read('package.json') as { dependencies: Record<string, string> }
  for (const [name, { version, usedIn }] of Object.entries(withPrivateParts)) {
    expect(dependencies[name], `the private parts of ${name} are used in ${usedIn}`).toBe(version)
    expect(existsSync(path.join(project, usedIn))).toBe(true)
  }
})
