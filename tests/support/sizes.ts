import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** The budget of each room in lines. */
export const rooms: { room: string; budget: number }[] = [
  { room: 'contract', budget: 6300 },
  { room: 'json', budget: 50 },
  { room: 'threads', budget: 100 },
  { room: 'domains', budget: 500 },
  { room: 'geography', budget: 900 },
  { room: 'words', budget: 3200 },
  { room: 'place-files', budget: 2300 },
  { room: 'site-reader', budget: 4500 },
  { room: 'sandbox', budget: 4300 },
  { room: 'server/platform', budget: 4000 },
  { room: 'server/catalog', budget: 13_000 },
  { room: 'server/accounts', budget: 3900 },
  { room: 'server/money', budget: 3500 },
  { room: 'server/http', budget: 1300 },
  { room: 'server/leads', budget: 4200 },
  { room: 'server/features', budget: 11_300 },
  { room: 'server/entry', budget: 2000 },
  { room: 'web', budget: 24_000 },
]

/** Lines of product code: TypeScript and styles, without tests and migrations. `room` is a folder in `src`. */
export const sizeOf = (room: string): number =>
  globSync('**/*.{ts,tsx,css}', { cwd: path.join(root, 'src', room) })
    .filter(file => !/\.test\.tsx?$|\.fixture\.tsx?$|(?:^|\/)testing\/|\/migrations\//.test(file))
    .reduce((lines, file) => lines + linesOf(path.join(root, 'src', room, file)), 0)

const linesOf = (file: string): number => readFileSync(file, 'utf8').split('\n').length - 1
