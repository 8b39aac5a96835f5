const ZIP = 'PK\u0003\u0004'

/** Kinds of files that users mistake for a list. They are recognized by their first bytes. */
const kinds: readonly [start: string | RegExp, what: string, part?: string][] = [
  [ZIP, 'an Excel workbook: save it as CSV', 'xl/'],
  [ZIP, 'a spreadsheet: save it as CSV', 'opendocument.spreadsheet'],
  [ZIP, 'a Numbers spreadsheet: export it as CSV', '.iwa'],
  [ZIP, 'a ZIP archive or an Excel workbook: unpack it, or save it as CSV'],
  ['\u00D0\u00CF\u0011\u00E0', 'an old Excel workbook: save it as CSV'],
  ['%PDF', 'a PDF: only tables can be imported, for example as CSV'],
  ['SQLite format 3', 'a database: export its table as CSV'],
  [/^(?:BZh|7z\u00BC\u00AF|Rar!|\u00FD7zXZ|\(\u00B5\/\u00FD)/, 'a packed file: unpack it, or pack it with gzip'],
  ['BEGIN:VCARD', 'a list of contacts (vCard): export it as CSV'],
  [
    /^(?:\u00EF\u00BB\u00BF)?\s*<(?:!doctype html|html|head|meta|style|table)\b/i,
    'a web page: if it shows the table, open it in a spreadsheet and save it as CSV; if it shows an error, download it again',
  ],
  [/^\s*<(?:\?xml[^>]*>\s*<)?kml\b/i, 'a KML file: convert it to CSV'],
  [/^\s*<\?xml[^>]*>\s*<osm\b/i, 'OpenStreetMap XML: ask Overpass for JSON ([out:json])'],
  [/^\s*<\?xml/i, 'an XML file: open it in a spreadsheet and save it as CSV'],
]

/** Says what an unusable file is and what to do with it. Undefined for all other files. */
export function unusableKind(head: Buffer): string | undefined {
  const text = head.toString('latin1')
  const isOf = (start: string | RegExp) => (typeof start === 'string' ? text.startsWith(start) : start.test(text))
  return kinds.find(([start, , part = '']) => isOf(start) && text.includes(part))?.[1]
}
