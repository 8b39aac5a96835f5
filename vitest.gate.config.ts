import { defineConfig } from 'vitest/config'

/** The tests that read only the source code and the documents, for the gate: no database has to start. */
export default defineConfig({
  test: {
    include: ['tests/{api-types,architecture,code-guide,decision-records,document-links,sizes,specification}.test.ts'],
  },
})
