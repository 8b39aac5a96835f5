/** The door for code that only reads tables of text. `index.ts` also loads words and geography, which takes longer. */
export { columnsOf, isEmptyCell, OF_PERSON, meaningOfHeader } from './csv-columns.ts'
export { rareHeaders, csvHeaders } from './csv-headers.ts'
export { LINES_BEFORE_HEADER, csvRecords, isText } from './csv-reader.ts'
export { editCsv, readForm, type RecordEdit } from './csv-edit.ts'
export { ImportError } from './import-error.ts'
export { unusableKind } from './unusable-files.ts'
