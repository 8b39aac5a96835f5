import { messages, type PGlite, protocol, types } from '@electric-sql/pglite'

type Statement = { name: string; parameterTypes: number[]; columns: { name: string; type: number }[] }
type Parsers = Record<number, (text: string) => unknown>

const { serialize } = protocol
const MAX_STATEMENTS = 300

/**
 * Runs statements on PGlite and keeps each one prepared. PGlite's own `query` parses, describes, and plans each time,
 * in six round trips instead of one, which costs more than most of our statements.
 */
export class EmbeddedStatements {
  #database: PGlite
  #parsers: Parsers
  /** By SQL text, least recently used first. */
  #statements = new Map<string, Statement>()
  #nextName = 0
  #keepsOnePlan = false

  constructor(database: PGlite, parsers: Parsers) {
    this.#database = database
    this.#parsers = parsers
  }

  /**
   * Switches between one generic plan for all values and plans made for given values. A generic plan may have been made
   * while a table was small, so it must not use sequential scans.
   */
  async keepOnePlan(isWanted: boolean): Promise<void> {
    if (isWanted === this.#keepsOnePlan) return
    await this.run(`SET plan_cache_mode = ${isWanted ? 'force_generic_plan' : 'auto'}`, [])
    await this.run(`SET enable_seqscan = ${isWanted ? 'off' : 'on'}`, [])
    this.#keepsOnePlan = isWanted
  }

  /** A failed transaction cannot change settings, and a rollback restores those changed in it. */
  async rollBack(): Promise<void> {
    await this.run('ROLLBACK', [])
    this.#keepsOnePlan = false
  }

  async run(text: string, values: readonly unknown[]): Promise<unknown[]> {
    const statement = await this.#prepared(text)
    const parameters = values.map((value, index) => this.#serialized(value, statement.parameterTypes[index] ?? 0))
    const replies = await this.#exchange([
      serialize.bind({ statement: statement.name, values: parameters }),
      serialize.execute({}),
      serialize.sync(),
    ])
    return replies.flatMap(reply => (reply instanceof messages.DataRowMessage ? [this.#rowOf(reply, statement)] : []))
  }

  /** Runs several statements. If one fails, rolls back, so that no transaction stays open for the next caller. */
  async runScript(text: string): Promise<unknown[]> {
    try {
      const results = await this.#database.exec(text, { parsers: this.#parsers })
      return results.flatMap(({ rows }) => rows)
    } catch (error) {
      await this.#database.exec('ROLLBACK')
      throw error
    }
  }

  async #prepared(text: string): Promise<Statement> {
    const known = this.#statements.get(text)
    this.#statements.delete(text)
    const statement = known ?? (await this.#prepare(text))
    this.#statements.set(text, statement)
    if (this.#statements.size > MAX_STATEMENTS) await this.#forgetOldest()
    return statement
  }

  async #prepare(text: string): Promise<Statement> {
    const name = `s${(this.#nextName += 1)}`
    const replies = await this.#exchange([
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    ])
    const parameters = replies.find(reply => reply instanceof messages.ParameterDescriptionMessage)
    const columns = replies.find(reply => reply instanceof messages.RowDescriptionMessage)
    return {
      name,
      parameterTypes: parameters?.dataTypeIDs ?? [],
      columns: columns?.fields.map(field => ({ name: field.name, type: field.dataTypeID })) ?? [],
    }
  }

  async #forgetOldest(): Promise<void> {
    const [oldest] = this.#statements
    if (oldest === undefined) return
    this.#statements.delete(oldest[0])
    await this.#exchange([serialize.close({ type: 'S', name: oldest[1].name }), serialize.sync()])
  }

  async #exchange(parts: Uint8Array[]) {
    const { messages: replies } = await this.#database.execProtocol(joined(parts))
    return replies
  }

  #serialized(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null
    if (typeof value === 'string') return value
    const serializer = this.#database.serializers[type]
    if (serializer === undefined) throw new Error(`No serializer for type ${type}`)
    return serializer(value)
  }

  #rowOf(reply: { fields: (string | null)[] }, { columns }: Statement): Record<string, unknown> {
    const row: Record<string, unknown> = {}
    for (const [index, { name, type }] of columns.entries())
      row[name] = types.parseType(reply.fields[index] ?? null, type, this.#parsers)
    return row
  }
}

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
