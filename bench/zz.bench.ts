import { buildCategoryIndex } from '#server/catalog/understand/category-index.ts'
import { services } from '#server/catalog/understand/services.ts'
import { wordsOf } from '#server/catalog/understand/category-words.ts'
import { resolveCategory } from '#server/catalog/understand/resolve-category.ts'
import { readRealRows, realCategories } from '#tests/support/real-categories.ts'
import { realFiles } from '#tests/support/real-files.ts'
export async function run() {
  const rows = [...(await readRealRows(realFiles.boulder, ['names', 'taxonomy', 'categories'])), ...(await readRealRows(realFiles.sample, ['names', 'categories']))]
  const index = buildCategoryIndex(await realCategories(rows))
  for (const [t, things, others] of services) {
    const r = resolveCategory(index, t)
    const sense = index.senses.get(wordsOf(t).join(' '))
    if (!sense) { console.log('UNKNOWN TRADE', t, r.kind, r.kind==='certain'? r.sense.label:''); continue }
    for (const o of others) { const f = index.senses.get(wordsOf(o).join(' ')); if (f !== sense) console.log(`${t} | "${o}" is ${f?.label}`) }
    for (const o of things) { const f = index.things.get(wordsOf(o).join(' ')); if (f !== sense) console.log(`${t} | THING "${o}" is ${f?.label}`); const g = resolveCategory(index, o + ' repair'); if (g.kind !== 'certain' || g.sense !== sense) console.log(`${t} | "${o} repair" is ${g.kind} ${g.kind==='certain'?g.sense.label:''}`) }
  }
}
