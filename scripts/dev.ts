/** `npm run dev`: runs the server, restarted on every change, and Vite, which forwards /api to it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const apiPort = process.env.PORT ?? '3000'

const watched = readdirSync(path.join(root, 'src')).filter(folder => folder !== 'web')
const server = start(process.execPath, [
  ...watched.map(folder => `--watch-path=src/${folder}`),
  'src/server/entry/main.ts',
])
const screens = start(path.join(root, 'node_modules/.bin/vite'), [], {
  API_ORIGIN: `http://127.0.0.1:${apiPort}`,
})
const children = [server, screens]
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
for (const child of children)
  child.once('exit', code => {
    process.exitCode ??= code ?? 1
    for (const other of children) other.kill()
  })

function start(command: string, args: string[], settings: Record<string, string> = {}): ChildProcess {
  return spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...settings } })
}
