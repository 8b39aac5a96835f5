import type { Deps } from '#server/catalog/deps.ts'
import type { ImportProgress } from '#server/catalog/load/import-input.ts'
import type { PullArea } from './pull-area.ts'
import type { PullProgress } from './pull-files.ts'
import type { Spool } from './spool.ts'

export type PullDeps = Pick<Deps, 'db' | 'catalog' | 'clock' | 'config'>

export type PullInput = ({ near: string; miles: number } | { state: string } | { area: PullArea }) & {
  from?: string | undefined
  release?: string | undefined
  dryRun?: boolean
  /** The CSV file to write the rejected rows to. */
  rejectsPath?: string
  /** If false, a release that has lost many places of a cell is refused. */
  mayLoseMany?: boolean
  /** True if a user is waiting. An unreachable server is then reported after fewer retries. */
  isAwaited?: boolean
}

export type PullEvent =
  /** Another pull of the same area is running. */
  | { waiting: true }
  /** The middle of the area is imported while the rest is being read. */
  | { middle: 'importing' | 'searchable' }
  | { pulling: PullProgress }
  | { importing: ImportProgress }

export type Pull = {
  input: PullInput
  area: PullArea
  from: string | undefined
  spool: Spool
  onEvent: (event: PullEvent) => void
}
