import path from 'node:path'
import type { Config } from '#server/platform/config/config.ts'

type Where = Pick<Config, 'DATA_DIR'>

/** The folder for lists of rejected rows. */
export const rejectsFolder = ({ DATA_DIR }: Where): string => path.join(DATA_DIR, 'imports')
/** The folder for pulls until they are imported. */
export const pullsFolder = ({ DATA_DIR }: Where): string => path.join(DATA_DIR, 'pulls')
