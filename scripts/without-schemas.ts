import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Plugin, Visitor } from 'vite'

const contract = path.resolve(import.meta.dirname, '../src/contract')
const messages = path.join(contract, 'messages.ts')
/** Where the validation library keeps its settings. A schema reads them when it is made. */
const librarySettings = /\/zod\/v4\/core\/core\.js$/

/**
 * Leaves only method and path of the endpoints that a browser loads, because only servers check requests and replies.
 * Pages then load the validation library with their forms, not with their first call.
 */
export const withoutSchemas = (): Plugin => ({
  name: 'without-schemas',
  apply: 'build',
  transform(code, id) {
    if (librarySettings.test(id)) return { code: withSettings(code), map: null }
    if (!id.startsWith(contract)) return null
    const addresses: { start: number; end: number; text: string }[] = []
    const finder = new Visitor({
      CallExpression({ start, end, callee, arguments: [method, address] }) {
        if (callee.type !== 'Identifier' || callee.name !== 'endpoint' || method === undefined || address === undefined)
          return
        const [verb, at] = [method, address].map(one => code.slice(one.start, one.end))
        addresses.push({ start, end, text: `({ method: ${verb}, path: ${at} })` })
      },
    })
    finder.visit(this.parse(code))
    const stripped = addresses.reduceRight(
      (all, { start, end, text }) => all.slice(0, start) + text + all.slice(end),
      code,
    )
    return { code: stripped, map: null }
  },
})

/** The build leaves out `zod-settings.ts` of the contract, which is a call and no schema of a form, so this replaces it. */
const withSettings = (library: string): string =>
  `import { validationSettings } from ${JSON.stringify(messages)}\n${library}\nconfig(validationSettings)\n`

/** The names of the contract's schemas. Making one has no side effect, so those that no form uses are left out. */
export const schemaNames: string[] = globSync('**/*.ts', { cwd: contract }).flatMap(file =>
  Array.from(
    readFileSync(path.join(contract, file), 'utf8').matchAll(/^(?:export )?const ([A-Z]\w+)/gm),
    ([, name]) => name ?? '',
  ),
)
