import { expect, test } from 'vitest'
import { unusableKind } from './unusable-files.ts'

test.each([
  ['PK\u0003\u0004....xl/workbook.xml', 'an Excel workbook: save it as CSV'],
  ['PK\u0003\u0004....places.csv', 'a ZIP archive or an Excel workbook: unpack it, or save it as CSV'],
  ['\u00D0\u00CF\u0011\u00E0....', 'an old Excel workbook: save it as CSV'],
  ['%PDF-1.7', 'a PDF: only tables can be imported, for example as CSV'],
  ['\n<!DOCTYPE html><title>Sign in', expect.stringMatching(/^a web page: if it shows the table, .* save it as CSV/)],
  ['<table border="1"><tr><th>Name', expect.stringMatching(/^a web page: /)],
  ['PK\u0003\u0004....Index/Document.iwa', 'a Numbers spreadsheet: export it as CSV'],
  ['<?xml version="1.0"?>\n<kml xmlns="x">', 'a KML file: convert it to CSV'],
  ['<?xml version="1.0"?>\n<osm version="0.6">', 'OpenStreetMap XML: ask Overpass for JSON ([out:json])'],
  ['BEGIN:VCARD\nVERSION:3.0', 'a list of contacts (vCard): export it as CSV'],
  ['(\u00B5/\u00FD', 'a packed file: unpack it, or pack it with gzip'],
])('a file that starts with %j is %s', (head, what) => {
  expect(unusableKind(Buffer.from(head, 'latin1'))).toEqual(what)
})

test.each(['name,phone\nJoe,1', '{"features": []}', '[{"name": "Joe"}]', 'PAR1', 'sep=;\nname;zip', ''])(
  'nothing is said about a file that starts with %j',
  head => {
    expect(unusableKind(Buffer.from(head))).toBeUndefined()
  },
)
