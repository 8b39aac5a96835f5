// What a server runs, in one piece: `main.ts` reads it while the database opens.
export { createApp } from './app.ts'
export { openControlServer } from './control/control-server.ts'
export { buildDeps, closeDeps } from './deps.ts'
export { startJobRunner } from './jobs/job-runner.ts'
export { openSandbox } from './payments/open-sandbox.ts'
export { loadDemoCatalog } from './places/demo/demo-catalog.usecases.ts'
export { narrowSharedEntries } from './places/suppression/narrow-entries.usecases.ts'
