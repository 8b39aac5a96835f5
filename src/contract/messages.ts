import type { z } from 'zod'

type Issue = z.core.$ZodRawIssue
const typeName = (v: unknown): string =>
  v === null ? 'null' : Array.isArray(v) ? 'array' : typeof v === 'number' && Number.isNaN(v) ? 'nan' : typeof v
const expectedName = (e: string): string => (e === 'int' ? 'integer' : e === 'record' ? 'object' : e)
const quote = (vs: readonly unknown[]): string =>
  vs.map(v => (typeof v === 'string' ? `'${v}'` : String(v))).join(' | ')
const LONGEST_QUOTE = 60
const KEYS_NAMED = 5
/** Shortens a value that is quoted in an error message. */
const shortened = (text: string): string =>
  text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE).toWellFormed()}…` : text
const namesOf = (keys: string[]): string =>
  keys
    .slice(0, KEYS_NAMED)
    .map(key => `'${shortened(key)}'`)
    .concat(keys.length > KEYS_NAMED ? ['…'] : [])
    .join(', ')
/** Messages as in zod 3 ("Required", "String must contain at least 3 character(s)"), which the specification quotes. */
export function zod3Message(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'Required'
      return `Expected ${expectedName(String(issue.expected))}, received ${issue.expected === 'int' ? 'float' : typeName(issue.input)}`
    case 'too_small':
    case 'too_big': {
      const small = issue.code === 'too_small'
      const n = String(small ? issue.minimum : issue.maximum)
      const amount = `${small ? 'at least' : 'at most'} ${n}`
      if (issue.origin === 'string') return `String must contain ${amount} character(s)`
      if (issue.origin === 'array') return `Array must contain ${amount} element(s)`
      if (issue.origin === 'number' || issue.origin === 'int')
        return `Number must be ${small ? 'greater' : 'less'} than ${issue.inclusive ? 'or equal to ' : ''}${n}`
      return 'Invalid input'
    }
    case 'invalid_format':
      return issue.format === 'regex' ? 'Invalid' : `Invalid ${issue.format}`
    case 'invalid_value': {
      const one = issue.values.length === 1
      if (issue.input === undefined && !one) return 'Required'
      if (one) return `Invalid literal value, expected ${JSON.stringify(issue.values[0])}`
      // Only strings are quoted: another value may have its own `toString`, which throws.
      return typeof issue.input === 'string'
        ? `Invalid enum value. Expected ${quote(issue.values)}, received '${shortened(issue.input)}'`
        : `Expected ${quote(issue.values)}, received ${typeName(issue.input)}`
    }
    case 'unrecognized_keys':
      return `Unrecognized key(s) in object: ${namesOf(issue.keys)}`
    case 'invalid_union':
      return 'Invalid input'
    default:
      return undefined
  }
}

/** In browsers. `jitless` keeps zod from probing for eval, which a strict CSP reports as a violation. */
export const validationSettings = { customError: zod3Message, jitless: true }

/** One line without control characters, and without direction marks, which would reverse the text after them. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim()

/** The validation table's message for a missing field or a wrong type; limits keep their own messages. */
export const whenMissing = (message: string) => ({
  error: ({ code }: Issue) => (code === 'invalid_type' ? message : undefined),
})
