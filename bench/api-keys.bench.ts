import { newSecret } from '#server/accounts/keys/api-key.rules.ts'
import { insertKey } from '#server/accounts/keys/api-keys.repository.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { askWith } from './support/ask-get.ts'
import { measureInTurn, milliseconds, ratio } from './support/measure.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { addRichUser } from './support/rich-user.ts'
import { onEachDatabase } from './support/targets.ts'

const CALLS = 500
/** A key has a limit per minute, so the calls take turns with many. */
const KEYS = 100

/** What a light call with a key costs the server, compared with the same call by session. The limit is 1.5 times. */
export async function run({ databases }: BenchmarkOptions): Promise<void> {
  await onEachDatabase(databases, async (target, database) => {
    const user = await addRichUser(target.db, 'elite')
    const now = new Date()
    const secrets: string[] = []
    for (let number = 0; number < KEYS; number++) {
      const { secret, hash, ending } = newSecret()
      const key = { name: `Key ${number}`, scope: 'read', expiresAt: null, most: KEYS } as const
      await insertKey(target.db, { ...key, userId: user.id, hash, ending, now })
      secrets.push(secret)
    }
    await target.release()
    const server = await startServerProcess(target.settings)
    const { cookie } = user
    let turn = 0
    const bySession = askWith(server.address, () => ({ cookie }))
    const byKey = askWith(server.address, () => ({ authorization: `Bearer ${secrets[turn++ % KEYS]}` }))
    for (let count = 0; count < 2 * KEYS; count++) {
      await bySession('/api/lists')
      await byKey('/api/v1/lists')
    }
    const measured = await measureInTurn({
      questions: Array.from({ length: CALLS }, (_, index) => index),
      ways: { session: () => bySession('/api/lists'), key: () => byKey('/api/v1/lists') },
      cpu: () => server.cpuMs() + (database === 'postgres' ? target.cpu() : 0),
    })
    await server.stop()
    const reference = measured.get('session')
    console.log(`\n${target.name}, the lists of an account, milliseconds (and times the reference)`)
    for (const [name, { p50, cpuMs }] of measured)
      console.log(
        `  by ${name.padEnd(8)} p50 ${milliseconds(p50)}  server CPU ${milliseconds(cpuMs)} (${ratio(cpuMs, reference?.cpuMs ?? cpuMs)})`,
      )
  })
}
