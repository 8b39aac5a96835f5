/** Groups of rows that belong together, built from pairs (a union-find structure). */
export class Groups {
  #parent = new Map<number, number>()

  join(a: number, b: number): void {
    const [first, second] = [this.#rootOf(a), this.#rootOf(b)]
    if (first !== second) this.#parent.set(Math.max(first, second), Math.min(first, second))
  }

  /** All groups of two or more ids, in ascending order. The order of the joins does not matter. */
  all(): number[][] {
    const groups = Map.groupBy(this.#parent.keys(), id => this.#rootOf(id))
    return [...groups.values()].filter(group => group.length > 1).map(group => group.toSorted((a, b) => a - b))
  }

  #rootOf(id: number): number {
    let root = id
    for (;;) {
      const parent = this.#parent.get(root)
      if (parent === undefined) this.#parent.set(root, root)
      if (parent === undefined || parent === root) break
      root = parent
    }
    this.#parent.set(id, root)
    return root
  }
}
