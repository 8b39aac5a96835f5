import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The memory limits with which `npm start` starts the server, as settings of a process. */
export function limitsOfStart(): Record<string, string> {
  const { start } = (
    JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8')) as {
      scripts: { start: string }
    }
  ).scripts
  const [, settings, flags] = /^((?:MALLOC_\w+=\d+ )+)exec node ((?:--\S+ )+)/.exec(start) ?? []
  if (settings === undefined || flags === undefined) throw new Error('npm start no longer sets memory limits')
  const limits = settings
    .trim()
    .split(' ')
    .map(setting => setting.split('='))
  return { ...(Object.fromEntries(limits) as Record<string, string>), NODE_OPTIONS: flags.trim() }
}
