// Everything needed before our code can run. Uses only Node's own modules, and nothing newer than Node 20.19, because
// in a fresh clone this runs before the first install.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

export const root = path.resolve(import.meta.dirname, '..')
/** Where Node.js keeps compiled code. It saves a quarter of the next start, and a tenth of the tests' CPU time. */
export const compiledCode = path.join(root, 'node_modules/.cache/compiled')
const oldestForInstall = [20, 19]
const oldestForTypeScript = 24

const installInputs = ['package.json', 'package-lock.json', '.npmrc', 'tools']
const installStamp = path.join(root, 'node_modules/.leadline-installed')
const buildInputs = [
  'index.html',
  'package-lock.json',
  'public',
  'scripts/build.ts',
  'src/contract',
  'src/web',
  'vite.config.ts',
]
const buildStamp = path.join(root, 'dist/.built-from')

/** A failure that one line explains. */
export class PreparationError extends Error {}

/** Installs the packages, unless they match the lock file already. */
export async function prepareInstall() {
  if (!isNodeFrom(oldestForInstall))
    throw new PreparationError(
      `Node.js ${process.versions.node} is too old: ${oldestForInstall.join('.')} or newer is needed to install Leadline.`,
    )
  if (readStamp(installStamp) === fingerprint(installInputs)) return
  console.log('Installing packages ...')
  // The build needs development packages even if NODE_ENV is production.
  const code = await run(...npm(['ci', '--include=dev', '--loglevel=error']))
  if (code !== 0) throw new PreparationError(`Installing the packages failed: "npm ci" ended with code ${code}.`)
  markInstalled()
}

export const markInstalled = () => writeFileSync(installStamp, fingerprint(installInputs))

/** Builds the web app, unless it is up to date. Returns whether it was built. */
export async function prepareBuild() {
  const wanted = fingerprint(buildInputs)
  if (readStamp(buildStamp) === wanted) return false
  console.log('Building ...')
  const code = await run(...npm(['run', '--silent', 'build']))
  if (code !== 0) throw new PreparationError(`The build failed: "npm run build" ended with code ${code}.`)
  writeFileSync(buildStamp, wanted)
  return true
}

/** The Node.js that runs our TypeScript: the current one if it is new enough, otherwise the installed one. */
export function nodeForTypeScript() {
  if (isNodeFrom([oldestForTypeScript])) return process.execPath
  const brought = path.join(root, 'node_modules/.bin/node')
  if (existsSync(brought)) return brought
  throw new PreparationError(
    `Node.js ${oldestForTypeScript} or newer is needed: this is ${process.versions.node}, and npm has none for ${process.platform} ${process.arch}.`,
  )
}

/** Runs a command with our packages' commands first on PATH, and returns its exit code. */
export function run(command, args, options = {}) {
  return new Promise(resolve => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      ...options,
      env: { ...ownEnvironment(), ...options.env },
    })
    child.once('error', error => {
      console.error(`${command}: ${error.message}`)
      resolve(127)
    })
    child.once('exit', (code, signal) => resolve(signal === null ? code : 128))
  })
}

/** Prints an error, in one line if that explains it, and exits. */
export function failWith(error) {
  console.error(error instanceof PreparationError ? error.message : error)
  process.exit(1)
}

const ownEnvironment = () => ({
  NODE_COMPILE_CACHE: compiledCode,
  ...process.env,
  PATH: [path.join(root, 'node_modules/.bin'), process.env.PATH].join(path.delimiter),
})

// npm sets npm_execpath; without it, use the npm on PATH.
const npm = args => {
  const cli = process.env.npm_execpath
  return cli?.endsWith('.js') ? [process.execPath, [cli, ...args]] : ['npm', args]
}

function isNodeFrom([major, minor = 0]) {
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number)
  return ownMajor > major || (ownMajor === major && ownMinor >= minor)
}

const readStamp = file => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

function fingerprint(inputs) {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(filesOf))
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

function filesOf(input) {
  const full = path.join(root, input)
  if (!existsSync(full) || /\.test\.tsx?$/.test(input)) return []
  if (!statSync(full).isDirectory()) return [input]
  return readdirSync(full)
    .toSorted()
    .flatMap(name => filesOf(path.join(input, name)))
}
