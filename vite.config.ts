import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { schemaNames, withoutSchemas } from './scripts/without-schemas.ts'

// Each file costs a round trip: what every page starts with comes in two, and what public pages share in one. React by
// itself is read once; with our own code in its file a tool that looks at a page reads both again.
const codeSplitting = {
  groups: [
    { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 2 },
    { name: 'base', tags: ['$initial' as const], priority: 1 },
    {
      name: 'reading',
      test: /src[\\/]web[\\/]shared[\\/](?:reading|public-pages|use-title|ui[\\/](?:links|field|input|skeleton|card|badge))/,
      includeDependenciesRecursively: false,
    },
    // A file costs a kilobyte of headers, so what the landing page shows of leads is in one.
    {
      name: 'example',
      test: /[\\/](?:score-bands|score-and-rating|score-parts|loaded-words|being-prepared|public-preview\.queries)\.tsx?/,
      includeDependenciesRecursively: false,
    },
    // Likewise icons of most screens.
    {
      name: 'icons',
      test: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](?:check|minus|phone|search)\.m?js/,
      includeDependenciesRecursively: false,
    },
    // Likewise what forms load first.
    {
      name: 'form',
      test: /[\\/]shared[\\/]form[\\/](?:early-form|lazy-schema)\.tsx?/,
      includeDependenciesRecursively: false,
    },
    // Otherwise these would be in one file with the schema of the form, which loads later.
    {
      name: 'search',
      test: /[\\/]searches[\\/]search-(?:options|filters|words)\.ts/,
      includeDependenciesRecursively: false,
    },
  ],
}

// A schema that no form uses is left out.
const treeshake = {
  manualPureFunctions: [
    'z',
    ...schemaNames,
    'whenMissing',
    'choiceOf',
    'eachYesNo',
    'listOf',
    'described',
    'perFilter',
    'leadFilterFields',
    'unchecked',
    'perLeadFact',
  ],
  propertyReadSideEffects: false as const,
  moduleSideEffects: [{ test: /src[\\/]contract[\\/]/, sideEffects: false }],
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react({ jsxImportSource: '#jsx' }), tailwind(), withoutSchemas()],
  define: { 'import.meta.env.BUILD_YEAR': String(new Date().getFullYear()) },
  build: {
    outDir: 'dist/web',
    manifest: true,
    assetsInlineLimit: 0,
    // The map library, which loads with the first map.
    chunkSizeWarningLimit: 1200,
    modulePreload: { polyfill: false },
    rolldownOptions: { treeshake, ...(isSsrBuild !== true && { output: { codeSplitting } }) },
  },
  server: { host: '127.0.0.1', proxy: { '/api': process.env.API_ORIGIN ?? 'http://127.0.0.1:3000' } },
}))
