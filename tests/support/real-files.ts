import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe } from 'vitest'

/** The real places of Boulder, which the project contains as its starter data. */
export const boulderFile = fileURLToPath(new URL('../../starter-data/boulder-co/places.parquet', import.meta.url))

const folder = fileURLToPath(new URL('../../../shared/data/', import.meta.url))

/** Further real place files, which are stored next to the project. */
export const realFiles = {
  sample: `${folder}overture-us-sample-2025-02/project_c_samples.parquet`,
  boise: `${folder}osm-overpass-boise-2025-11/overpass_boise.geojson`,
  boiseAnswer: `${folder}osm-overpass-boise-2025-11/boise.overpass-out-center.json`,
  olderKeys: `${folder}overture-categories/overture_categories.csv`,
}

const isThere = Object.values(realFiles).every(file => existsSync(file))

const absence = isThere ? '' : ' (left out: no real files next to the project)'

/** Tests with real files. Without the files they are skipped, and the title says why. */
export function describeRealFiles(name: string, facts: () => void): void {
  describe.skipIf(!isThere)(`${name}${absence}`, () => {
    facts()
  })
}
