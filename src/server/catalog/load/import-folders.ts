import path from 'node:path'
import type { Config } from '#server/platform/config/config.ts'

type DataFolder = Pick<Config, 'DATA_DIR'>

export const rejectsFolder = ({ DATA_DIR }: DataFolder): string => path.join(DATA_DIR, 'imports')
/** The folder for downloaded rows until they are imported. */
export const pullsFolder = ({ DATA_DIR }: DataFolder): string => path.join(DATA_DIR, 'pulls')
