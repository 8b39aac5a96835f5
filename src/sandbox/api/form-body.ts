/** Brackets make objects and lists: `items[0][price]=…` is `{items: [{price: …}]}`. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue }
export type FormBody = { [name: string]: FormValue }
type Branch = Map<string, string | Branch>

/** Reads a form-encoded body or query as Stripe does. */
export function decodeForm(text: string): FormBody {
  const root: Branch = new Map()
  for (const [key, value] of new URLSearchParams(text)) put(root, key, value)
  return Object.fromEntries([...root].map(([name, value]) => [name, grown(value)]))
}

function put(root: Branch, key: string, value: string): void {
  const parts = key.split(/\[|\]\[|\]$/).filter((part, index, all) => part !== '' || index < all.length - 1)
  let branch = root
  for (const [depth, part] of parts.entries()) {
    const name = part === '' ? String(branch.size) : part
    if (depth === parts.length - 1) {
      branch.set(name, value)
      return
    }
    const next = branch.get(name)
    const deeper: Branch = next instanceof Map ? next : new Map()
    branch.set(name, deeper)
    branch = deeper
  }
}

function grown(value: string | Branch): FormValue {
  if (typeof value === 'string') return value
  const entries = [...value].map(([name, inner]) => [name, grown(inner)] as const)
  const isArray = entries.length > 0 && entries.every(([name], index) => name === String(index))
  return isArray ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
