import pg, { type Connection, Query, types as pgTypes } from 'pg'

const INT8 = 20
const INT8_ARRAY = 1016
const DATE = 1082
const TIMESTAMPTZ = 1184
const parsers: Record<number, (text: string) => unknown> = {
  [INT8]: Number,
  [INT8_ARRAY]: text => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)),
  [DATE]: text => text,
  [TIMESTAMPTZ]: text => (isUtc(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : readAnyTime(text)),
}
/** The usual form, "2026-03-01 12:00:00.5+00". JavaScript reads it several times faster than pg. */
const isUtc = (text: string): boolean => text.endsWith('+00') && text[10] === ' '
const readAnyTime = pgTypes.getTypeParser(TIMESTAMPTZ, 'text') as (text: string) => Date
const parserOf = (type: number): ((text: string) => unknown) => parsers[type] ?? pgTypes.getTypeParser(type, 'text')
export const types = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    format === 'binary' ? pgTypes.getTypeParser(type, format) : parserOf(type),
}

export type Statement = {
  text: string
  values: readonly unknown[]
  /** The statement is prepared under this name, once for each connection. */
  name?: string | undefined
}

export type Asked = Statement & { resolve: (rows: unknown[]) => void; reject: (error: Error) => void }

type Columns = { names: string[]; parsers: ((text: string) => unknown)[]; empty: Row }
type Row = Record<string, unknown>
type Described = { name: string; dataTypeID: number }
/** What a connection knows of the statements that it has prepared, by name. */
export type Prepared = Map<string, Columns>

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => string | Buffer | null } })
  .utils

const columnsOf = (fields: readonly Described[]): Columns => {
  const names = fields.map(({ name }) => name)
  return {
    names,
    parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
    empty: Object.fromEntries(names.map(name => [name, null])),
  }
}
const noColumns = columnsOf([])

/**
 * Statements that PostgreSQL gets in one message, and answers in one: pg ends each statement with its own Sync, and
 * PostgreSQL sends an answer for each Sync. If one of them fails, PostgreSQL skips those after it. What was prepared on
 * this connection before is neither parsed nor described again.
 */
export class PostgresMessage extends Query {
  readonly #asked: readonly Asked[]
  readonly #prepared: Prepared
  readonly #results: { columns: Columns; rows: Row[] }[] = []
  #answered = 0

  constructor(asked: readonly Asked[], prepared: Prepared) {
    super({ text: '' }, () => {})
    this.#asked = asked
    this.#prepared = prepared
  }

  // pg declares it as a property. As a function of each message, it keeps messages from being collected as young objects.
  static {
    this.prototype.submit = function (this: PostgresMessage, connection: Connection): Error | null {
      return this.#send(connection)
    }
  }

  /** Returns the error if a value cannot be sent; then nothing was sent. */
  #send(connection: Connection): Error | null {
    let bound: (string | Buffer | null)[][]
    try {
      bound = this.#asked.map(({ values }) => values.map(value => prepareValue(value)))
    } catch (error) {
      return error as Error
    }
    const { stream } = connection
    stream.cork()
    for (const [index, { name = '', text }] of this.#asked.entries()) {
      const columns = this.#prepared.get(name)
      this.#results.push({ columns: columns ?? noColumns, rows: [] })
      if (columns === undefined) {
        // It may have been prepared in a message that failed.
        if (name !== '') connection.close({ type: 'S', name }, true)
        connection.parse({ name, text, types: [] }, true)
      }
      connection.bind({ statement: name, values: bound[index] ?? [] }, true)
      if (columns === undefined) connection.describe({ type: 'P' }, true)
      connection.execute({}, true)
    }
    connection.sync()
    stream.uncork()
    return null
  }

  handleRowDescription({ fields }: { fields: readonly Described[] }): void {
    const result = this.#results[this.#answered]
    if (result !== undefined) result.columns = columnsOf(fields)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const result = this.#results[this.#answered]
    if (result === undefined) return
    const { names, parsers: readers, empty } = result.columns
    const row = { ...empty }
    for (const [index, text] of fields.entries()) if (text !== null) row[names[index] ?? ''] = readers[index]?.(text)
    result.rows.push(row)
  }

  handleCommandComplete(): void {
    const [name, result] = [this.#asked[this.#answered]?.name, this.#results[this.#answered]]
    if (name !== undefined && result !== undefined) this.#prepared.set(name, result.columns)
    this.#answered += 1
  }

  handleEmptyQuery(): void {
    this.#answered += 1
  }

  /** Without a transaction, PostgreSQL has saved nothing before the end of the message. */
  handleReadyForQuery(): void {
    for (const [index, { resolve }] of this.#asked.entries()) resolve(this.#results[index]?.rows ?? [])
  }

  handleError(error: Error): void {
    const failed = this.#asked[this.#answered]
    const others = failed === undefined || !('severity' in error) ? error : refusedAfter(error)
    for (const asked of this.#asked) {
      // PostgreSQL refuses to run one whose columns have changed since it was prepared.
      if (asked.name !== undefined) this.#prepared.delete(asked.name)
      asked.reject(asked === failed ? error : others)
    }
  }
}

/** As if each statement had been sent on its own: the transaction has failed. */
const refusedAfter = (cause: Error): Error =>
  Object.assign(new Error('Another statement of its message failed', { cause }), { code: '25P02' })
