import { type CategoryRow, readCategories, reserveCategoryIds } from '#server/catalog/tables/category.repository.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { categoryKey, categoryName } from '#words/index.ts'

/** Assigns ids to categories while rows are staged. New categories are stored when the catalog changes. */
export class CategoryIds {
  #known = new Map<string, CategoryRow>()
  #unwritten = new Set<CategoryRow>()
  #db: Queryable

  private constructor(db: Queryable, known: readonly CategoryRow[]) {
    this.#db = db
    for (const category of known) this.#known.set(category.key, category)
  }

  static async open(db: Queryable): Promise<CategoryIds> {
    return new CategoryIds(db, await readCategories(db))
  }

  /** Adds the keys of a batch of places. Each hierarchy is a path from a broad category to a main one. */
  async learn(
    keys: Iterable<string>,
    hierarchies: readonly (readonly string[])[],
    isOvertureTree = true,
  ): Promise<void> {
    const paths = hierarchies.map(path => path.flatMap(key => categoryKey(key) ?? []))
    const fresh = [...new Set([...keys, ...paths.flat()])].filter(key => !this.#known.has(key))
    const ids = fresh.length === 0 ? [] : await reserveCategoryIds(this.#db, fresh.length)
    for (const [position, id] of ids.entries()) this.#add(id, fresh[position] ?? '')
    for (const path of paths)
      for (const [position, key] of path.entries()) this.#setParent(key, path[position - 1] ?? null, isOvertureTree)
  }

  idsOf(keys: readonly string[]): number[] {
    return keys.flatMap(key => this.#known.get(key)?.id ?? [])
  }

  /** New categories, and those with a new parent. */
  unwritten(): CategoryRow[] {
    return [...this.#unwritten]
  }

  #add(id: number, key: string): void {
    const category = { id, key, name: categoryName(key), parentKey: null }
    this.#known.set(key, category)
    this.#unwritten.add(category)
  }

  // The catalog uses Overture's tree. Paths from other sources never move a category in it.
  #setParent(key: string, parentKey: string | null, isOvertureTree: boolean): void {
    const category = this.#known.get(key)
    if (category === undefined || parentKey === null || category.parentKey === parentKey || parentKey === key) return
    if (!isOvertureTree && category.parentKey !== null) return
    category.parentKey = parentKey
    this.#unwritten.add(category)
  }
}
