import type { Deps } from '#server/features/deps.ts'

/** The same product, but `happens` runs once, right after the first statement that contains `text`. */
export function meanwhile(deps: Deps, text: string, happens: () => Promise<unknown>): Deps {
  let isDue = true
  const query: Deps['db']['query'] = async (statement, values) => {
    const rows = await deps.db.query<never>(statement, values)
    if (isDue && statement.includes(text)) {
      isDue = false
      await happens()
    }
    return rows
  }
  return { ...deps, db: { ...deps.db, query } }
}
