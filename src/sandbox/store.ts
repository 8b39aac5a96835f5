import { addDelivery } from './delivery.repository.ts'
import { dueAt } from './due.rules.ts'
import { publishExchange } from './exchanges.ts'
import { type Given, newId, newObject } from './fields.ts'
import type { Queryable } from './host.ts'
import { readObject, readObjects, type ObjectRow, saveObject } from './sandbox.repository.ts'
import type { Settings } from './settings.ts'
import { noSuch } from './stripe-error.ts'
import type { EventType, HiddenOf, Kind, Objects } from './wire.ts'

export const API_VERSION = '2026-10-28.endive'
const LATE_SECONDS = 15

export type Environment = { address: string; productName: string }
type Entry = {
  kind: Kind
  body: { id: string }
  hidden: object
  /** The stored text; undefined if the object is new. */
  saved: string | undefined
  /** The object as it was in its latest event. */
  reported: Record<string, unknown>
}
export type StoreInput = {
  tx: Queryable
  /** The time of the change, in seconds since 1970. */
  now: number
  settings: Settings
  environment: Environment
  /** The key of the request that causes the changes. */
  idempotencyKey?: string | undefined
}

/**
 * The objects that one change uses. They are read when needed and may be modified in place. At the end, `close` writes
 * the modified ones, together with the events about them.
 */
export class Store {
  readonly now: number
  readonly environment: Environment
  readonly settings: Settings
  #input: StoreInput
  #entries = new Map<string, Entry>()
  #events: Objects['event'][] = []

  constructor(input: StoreInput) {
    this.#input = input
    this.now = input.now
    this.environment = input.environment
    this.settings = input.settings
  }

  async find<K extends Kind>(kind: K, id: string): Promise<Objects[K] | undefined> {
    const object = await this.findAny(id)
    return this.#entries.get(id)?.kind === kind ? (object as Objects[K]) : undefined
  }

  /** An object of any kind. */
  async findAny(id: string): Promise<{ id: string } | undefined> {
    const entry = this.#entries.get(id) ?? this.#keep(await readObject(this.#input.tx, id))
    return entry?.body
  }

  async get<K extends Kind>(kind: K, id: string, param?: string): Promise<Objects[K]> {
    const object = await this.find(kind, id)
    if (object === undefined) throw noSuch(kind, id, param)
    return object
  }

  /** The objects of a kind, oldest first, including those that were just created. */
  async list<K extends Kind>(kind: K, customer?: string): Promise<Objects[K][]> {
    const rows = await readObjects(this.#input.tx, kind, customer)
    for (const row of rows) this.#keep(row)
    const stored = rows.map(({ id }) => id)
    const added = [...this.#entries.values()]
      .filter(entry => entry.kind === kind && entry.saved === undefined)
      .map(({ body }) => body.id)
    return [...new Set([...stored, ...added])]
      .map(id => this.#entries.get(id)?.body as Objects[K])
      .filter(body => customer === undefined || (body as { customer?: unknown }).customer === customer)
  }

  hidden<K extends Kind>(object: Objects[K] & { object: K }): HiddenOf<K> {
    return this.#entry(object.id).hidden as HiddenOf<K>
  }

  add<K extends Kind>(kind: K, given: Given<K>, hidden: object = {}): Objects[K] {
    const body: Objects[K] = newObject(kind, this.now, given)
    this.#entries.set(body.id, { kind, body, hidden, saved: undefined, reported: {} })
    return body
  }

  /** Replaces an object with a stub, which can still be retrieved. */
  markDeleted(id: string): void {
    const entry = this.#entry(id)
    entry.body = { id, object: entry.kind, deleted: true } as unknown as { id: string }
  }

  /** Records an event about an object in its present state. An update that changes nothing is no event. */
  emit(type: EventType, object: { id: string; object: string }): void {
    const reported = structuredClone(object) as Record<string, unknown>
    const entry = this.#entry(object.id)
    const previous = /\.(updated|detached)$/.test(type) ? changed(entry.reported, reported) : undefined
    entry.reported = reported
    if (previous !== undefined && Object.keys(previous).length === 0) return
    const event = {
      id: newId('evt'),
      api_version: API_VERSION,
      data: { object: reported, ...(previous === undefined ? {} : { previous_attributes: previous }) },
      pending_webhooks: 1,
      request: { id: newId('req'), idempotency_key: this.#input.idempotencyKey ?? null },
      type,
    }
    this.#events.push(this.add('event', event))
  }

  /** Writes the changes. */
  async close(): Promise<void> {
    for (const event of this.#events) publishExchange({ kind: 'event', body: event })
    for (const { kind, body, hidden, saved } of this.#entries.values()) {
      if (saved === textOf(body, hidden)) continue
      const row = { id: body.id, kind, body, hidden } as unknown as ObjectRow
      await saveObject(this.#input.tx, { ...row, dueAt: dueAt(kind, body as Objects[typeof kind], hidden) })
    }
    await this.#queueEvents()
  }

  async #queueEvents(): Promise<void> {
    const mode = this.settings.webhooks
    const events = mode === 'reversed' ? this.#events.toReversed() : this.#events
    for (const { id } of events) {
      await addDelivery(this.#input.tx, id, mode === 'off' ? null : mode === 'late' ? LATE_SECONDS : 0)
      if (mode === 'twice') await addDelivery(this.#input.tx, id, 0)
    }
  }

  #keep(row: ObjectRow | undefined): Entry | undefined {
    if (row === undefined) return undefined
    const known = this.#entries.get(row.id)
    if (known !== undefined) return known
    const entry: Entry = {
      kind: row.kind as Kind,
      body: row.body as { id: string },
      hidden: row.hidden,
      saved: textOf(row.body, row.hidden),
      reported: structuredClone(row.body),
    }
    this.#entries.set(row.id, entry)
    return entry
  }

  #entry(id: string): Entry {
    const entry = this.#entries.get(id)
    if (entry === undefined) throw new Error(`${id} has not been read by this change`)
    return entry
  }
}

const textOf = (body: object, hidden: object): string => JSON.stringify([body, hidden])

/** The earlier values of the changed fields. Stripe calls them `previous_attributes`. */
function changed(before: Record<string, unknown>, after: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(after).filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return Object.fromEntries(names.map(name => [name, before[name] ?? null]))
}
