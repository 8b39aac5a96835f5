import type { ScoreLine } from '#contract/leads.ts'

/** What each line of the score is called. The catalog keeps the codes alone: it has eight lines for each place. */
export const scoreLabels: Readonly<Record<string, string>> = {
  phone: 'Phone',
  website: 'Website',
  email: 'Email',
  address: 'Address',
  existence: 'Existence',
  freshness: 'Freshness',
  category: 'Category',
  social: 'Social profiles',
  rating: 'Rating',
  limit: 'Limit',
}

/** The lines as the catalog keeps them: "phone 20/20 direct number", one below the other. */
export const writeScoreLines = (lines: readonly ScoreLine[]): string =>
  lines.map(({ code, earned, possible, detail }) => `${code} ${earned}/${possible} ${detail}`).join('\n')

export const readScoreLines = (text: string): ScoreLine[] => (text === '' ? [] : text.split('\n').map(readLine))

function readLine(text: string): ScoreLine {
  const [, code = '', earned = '', possible = '', detail = ''] = /^(\S+) ([^/]+)\/(\S+) (.*)$/.exec(text) ?? []
  return { code, label: scoreLabels[code] ?? code, earned: Number(earned), possible: Number(possible), detail }
}
