// Parts of hyparquet that are not in its public API. If an upgrade moves them, only this file changes. The public API
// cannot replace them: it builds all rows of a row group in memory, and its `readColumn` decodes a column again for
// each range of rows.
export { parquetHeader, readPage } from 'hyparquet/src/column.js'
export { convert, convertWithDictionary, DEFAULT_PARSERS } from 'hyparquet/src/convert.js'
export { decompressPage, readDataPage, readDataPageV2 } from 'hyparquet/src/datapage.js'
export { parquetPlanGroup, prefetchAsyncBuffer } from 'hyparquet/src/plan.js'
export { getMaxDefinitionLevel, getTreePath } from 'hyparquet/src/schema.js'
