// What the tests need on the machine: a PostgreSQL server, Chromium, and LibreOffice, which opens exported files.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

const debianPostgres = '/usr/lib/postgresql'
/** Chromium without windows, which takes a third less CPU time. Not every Debian release has this package. */
const headlessShell = 'chromium-headless-shell'
const chromiumNames = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const oldestPostgres = 15

/** The folder of `initdb` and `postgres`, newest version first; undefined if there is none of version 15 or newer. */
export function findPostgresBin() {
  const versions = existsSync(debianPostgres) ? readdirSync(debianPostgres) : []
  const folders = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map(version => path.join(debianPostgres, version, 'bin'))
  return [...folders, ...searchPath()].find(
    folder => existsSync(path.join(folder, 'initdb')) && postgresVersion(folder) >= oldestPostgres,
  )
}

export function findChromium() {
  const folders = ['/usr/bin', ...searchPath()]
  return chromiumNames.flatMap(name => folders.map(folder => path.join(folder, name))).find(file => existsSync(file))
}

/** Installs missing packages with apt. Returns the Debian packages that are still missing. */
export function installMissing() {
  const missing = missingPackages()
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return missing
  console.log(`Installing ${missing.join(', ')} ...`)
  withoutStartingServices(() => {
    apt(['-qq', 'update'])
    if (findChromium() === undefined) install([headlessShell])
    install(missingPackages())
  })
  return missingPackages()
}

const install = packages => packages.length > 0 && apt(['-qq', 'install', '-y', '--no-install-recommends', ...packages])

const apt = args =>
  spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })

const missingPackages = () => [
  ...(findPostgresBin() === undefined ? ['postgresql'] : []),
  ...(findChromium() === undefined ? ['chromium'] : []),
  ...(spawnSync('soffice', ['--version']).status === 0 ? [] : ['libreoffice-calc-nogui']),
]

// Debian runs this file to ask whether a new package may start its service; 101 means no.
function withoutStartingServices(work) {
  const policy = '/usr/sbin/policy-rc.d'
  if (existsSync(policy)) return work()
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return work()
  } finally {
    rmSync(policy, { force: true })
  }
}

function postgresVersion(folder) {
  const { stdout } = spawnSync(path.join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  return Number(/(\d+)/.exec(stdout ?? '')?.[1] ?? 0)
}

const searchPath = () => (process.env.PATH ?? '').split(path.delimiter).filter(folder => folder !== '')
