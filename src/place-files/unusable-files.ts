const startsWith =
  (start: string, part = '') =>
  (head: string): boolean =>
    head.startsWith(start) && head.includes(part)
const matches =
  (start: RegExp) =>
  (head: string): boolean =>
    start.test(head)

const ZIP = 'PK\u0003\u0004'
const packed = 'a packed file: unpack it, or pack it with gzip'

/** Kinds of files that users mistake for a list. They are recognized by their first bytes. */
const kinds: readonly { is: (head: string) => boolean; what: string }[] = [
  { is: startsWith(ZIP, 'xl/'), what: 'an Excel workbook: save it as CSV' },
  { is: startsWith(ZIP, 'opendocument.spreadsheet'), what: 'a spreadsheet: save it as CSV' },
  { is: startsWith(ZIP, '.iwa'), what: 'a Numbers spreadsheet: export it as CSV' },
  { is: startsWith(ZIP), what: 'a ZIP archive or an Excel workbook: unpack it, or save it as CSV' },
  { is: startsWith('\u00D0\u00CF\u0011\u00E0'), what: 'an old Excel workbook: save it as CSV' },
  { is: startsWith('%PDF'), what: 'a PDF: only tables can be imported, for example as CSV' },
  { is: startsWith('SQLite format 3'), what: 'a database: export its table as CSV' },
  { is: startsWith('BZh'), what: packed },
  { is: startsWith('7z\u00BC\u00AF'), what: packed },
  { is: startsWith('Rar!'), what: packed },
  { is: startsWith('\u00FD7zXZ'), what: packed },
  { is: startsWith('(\u00B5/\u00FD'), what: packed },
  { is: startsWith('BEGIN:VCARD'), what: 'a list of contacts (vCard): export it as CSV' },
  {
    is: matches(/^(?:\u00EF\u00BB\u00BF)?\s*<(?:!doctype html|html|head|meta|style|table)\b/i),
    what: 'a web page: if it shows the table, open it in a spreadsheet and save it as CSV; if it shows an error, download it again',
  },
  { is: matches(/^\s*<(?:\?xml[^>]*>\s*<)?kml\b/i), what: 'a KML file: convert it to CSV' },
  { is: matches(/^\s*<\?xml[^>]*>\s*<osm\b/i), what: 'OpenStreetMap XML: ask Overpass for JSON ([out:json])' },
  { is: matches(/^\s*<\?xml/i), what: 'an XML file: open it in a spreadsheet and save it as CSV' },
]

/** Says what an unusable file is and what to do with it. Undefined for all other files. */
export function unusableKind(head: Buffer): string | undefined {
  const text = head.toString('latin1')
  return kinds.find(({ is }) => is(text))?.what
}
