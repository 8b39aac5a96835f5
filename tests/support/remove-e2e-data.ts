import { rmSync } from 'node:fs'

/** After the last browser test: the server's data folder of this run is not needed any more. */
export default function removeE2eData(): void {
  if (process.env.E2E_DATA_DIR !== undefined) rmSync(process.env.E2E_DATA_DIR, { recursive: true, force: true })
}
