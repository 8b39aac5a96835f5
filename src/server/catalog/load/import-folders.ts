import path from 'node:path'
import type { Config } from '#server/platform/config/config.ts'

type Where = Pick<Config, 'DATA_DIR'>

/** Where the lists of rejected rows are kept. */
export const rejectsFolder = ({ DATA_DIR }: Where): string => path.join(DATA_DIR, 'imports')
/** Where pulls are kept until they are imported. */
export const pullsFolder = ({ DATA_DIR }: Where): string => path.join(DATA_DIR, 'pulls')
