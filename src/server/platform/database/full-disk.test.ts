import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'
import { createSmallDisk, type SmallDisk } from '#tests/support/small-disk.ts'
import type { Db } from './db.ts'
import { openEmbedded } from './embedded.ts'

let disk: SmallDisk
let db: Db
let time = 0
beforeEach(async () => {
  disk = await createSmallDisk(120)
  const dataDir = path.join(disk.folder, 'data')
  mkdirSync(dataDir)
  const snapshot = new Blob([await readFile(inject('embeddedSnapshot'))])
  db = await openEmbedded({ dataDir: path.join(dataDir, 'database'), snapshot }, () => time)
  await db.runScript('CREATE TABLE note (text text); ALTER TABLE note ALTER text SET STORAGE PLAIN')
})
afterEach(async () => {
  await db.close()
  await disk.remove()
})

const writeNotes = () => db.query(`INSERT INTO note SELECT repeat('x', 7000) FROM generate_series(1, 20)`)
const countNotes = () => db.query('SELECT count(*) AS notes FROM note')

test('while the disk is full, writes and readiness get a 503 without a stack trace in the log, reads continue, and everything recovers', async () => {
  const { app, log } = await createTestApp({ db })
  // A sign-up that needs more space than the existing pages have.
  await db.runScript(`CREATE FUNCTION take_notes() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN INSERT INTO note SELECT repeat('x', 7000) FROM generate_series(1, 20); RETURN NEW; END$$;
    CREATE TRIGGER noted BEFORE INSERT ON user_account FOR EACH ROW EXECUTE FUNCTION take_notes()`)
  disk.fill()
  const payload = { username: 'annie', email: 'ann@example.com', password: 'a rare long word' }
  const signUp = () => app.inject({ method: 'POST', url: '/api/register', payload })
  const isReady = () => app.inject({ url: '/api/ready' })
  for (const answer of [await signUp(), await isReady(), await signUp()]) {
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json()).toMatchObject({ errorType: 'UNAVAILABLE' })
  }
  expect((await app.inject({ url: '/api/health' })).statusCode).toBe(200)
  expect(await countNotes()).toEqual([{ notes: 0 }])
  expect(log.filter(line => line.includes('No space left on device')).length).toBeGreaterThan(0)
  expect(log.filter(line => line.includes('    at '))).toEqual([])
  disk.free()
  expect((await signUp()).statusCode).toBe(201)
  expect((await isReady()).statusCode).toBe(200)
})

test('a database that stopped because its log could not be written reopens when there is space, with all saved data', async () => {
  await writeNotes()
  await db.query('SELECT pg_switch_wal()')
  disk.fill()
  const full = /^The disk that holds .+ is full: free some space, then start again\.$/
  await expect(db.query('DELETE FROM note')).rejects.toThrow(full)
  const refused = (await db.query('SELECT 1').catch((error: unknown) => error)) as Error
  refused.message += ' (Queue: mail)'
  await expect(db.query('SELECT 1'), 'what others add to an error stays theirs').rejects.toThrow(full)
  disk.free()
  await expect(db.query('SELECT 1'), 'it is not opened at every call').rejects.toThrow(full)
  time += 5000
  expect(await countNotes()).toEqual([{ notes: 20 }])
  await writeNotes()
  expect(await countNotes()).toEqual([{ notes: 40 }])
})
