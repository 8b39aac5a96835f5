export type FormValue = string | FormValue[] | FormBody
export type FormBody = { [name: string]: FormValue }

/** Reads a form-encoded body or query as Stripe does: `items[0][price]=…` is `{items: [{price: …}]}`. */
export function decodeForm(text: string): FormBody {
  const root = emptyBody()
  for (const [key, value] of new URLSearchParams(text)) {
    const names = key.replaceAll(']', '').split('[')
    const last = names.pop() ?? ''
    let branch = root
    for (const name of names) {
      const next = branch[name]
      branch[name] = typeof next === 'object' ? next : emptyBody()
      branch = branch[name] as FormBody
    }
    branch[last] = value
  }
  return Object.fromEntries(Object.entries(root).map(([name, value]) => [name, withLists(value)]))
}

/** An object without a prototype, so that names in a form cannot have a special meaning. */
const emptyBody = (): FormBody => Object.create(null) as FormBody

function withLists(value: FormValue): FormValue {
  if (typeof value === 'string') return value
  const entries = Object.entries(value).map(([name, inner]) => [name, withLists(inner)] as const)
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
