import type { z } from 'zod'

type Issue = z.core.$ZodIssue
type Mismatch = { path: PropertyKey[]; expected: string | null }

/**
 * A copy in which null is left out, and numbers and texts become what the schema expects, wherever the schema does not
 * accept them as they are. So each keeps its meaning where it has one.
 */
export function repaired(value: unknown, issues: readonly Issue[]): unknown {
  const copy: unknown = structuredClone(value)
  for (const mismatch of mismatchesIn(issues)) repairAt(copy, mismatch)
  return copy
}

const mismatchesIn = (issues: readonly Issue[], within: PropertyKey[] = []): Mismatch[] =>
  issues.flatMap(issue => {
    const path = [...within, ...issue.path]
    if (issue.code === 'invalid_union') return issue.errors.flatMap(branch => mismatchesIn(branch, path))
    return [{ path, expected: issue.code === 'invalid_type' ? issue.expected : null }]
  })

/** As JSON writes a number, without an exponent. */
const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

function repairAt(root: unknown, { path, expected }: Mismatch): void {
  const key = path.at(-1)
  const parent = path.slice(0, -1).reduce(valueIn, root)
  if (key === undefined || !isContainer(parent)) return
  const value = parent[key]
  if (value === null && !Array.isArray(parent)) delete parent[key]
  else if (expected === 'number' && typeof value === 'string' && decimal.test(value)) parent[key] = Number(value)
  else if (expected === 'string' && typeof value === 'number') parent[key] = String(value)
}

const isContainer = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null
export const valueIn = (value: unknown, key: PropertyKey): unknown => (isContainer(value) ? value[key] : undefined)
