// Everything that a server runs, in one module: `main.ts` loads it while the database opens.
export { addSampleCategories } from '#server/catalog/demo/demo-catalog.usecases.ts'
export { findExamples } from '#server/features/searches/examples.usecases.ts'
export { createApp } from './app.ts'
export { openControlServer } from '#server/entry/control/control-server.ts'
export { buildDeps, closeDeps } from './build-deps.ts'
export { startJobRunner } from './job-runner.ts'
export { openSandbox } from './open-sandbox.ts'
export { narrowSharedEntries } from '#server/catalog/suppression/narrow-entries.usecases.ts'
