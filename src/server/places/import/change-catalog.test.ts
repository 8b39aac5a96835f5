import { beforeAll, expect, test } from 'vitest'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import type { Db } from '../../db/client.ts'
import { flagAllSharedPhones } from './derived.repository.ts'
import { plansOf } from './import-test.ts'

describeOnBothDatabases('a change of a large catalog', open => {
  let db: Db
  beforeAll(async () => {
    db = await open()
  })

  test('marks shared phones in one go, also where they do not fit the memory of a statement', async () => {
    const plan = await plansOf(db, { work_mem: '64kB' }, asked => flagAllSharedPhones(asked, 'place'))
    expect(plan.filter(line => line.includes('SubPlan'))).toEqual([])
    expect(plan).toContain('Update on place p')
  })
})
