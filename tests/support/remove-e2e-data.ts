import { rmSync } from 'node:fs'

/** Deletes the server's data folder after the last browser test. */
export default function removeE2eData(): void {
  if (process.env.E2E_DATA_DIR !== undefined) rmSync(process.env.E2E_DATA_DIR, { recursive: true, force: true })
}
