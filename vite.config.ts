import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), tailwind()],
  define: { 'import.meta.env.BUILD_YEAR': String(new Date().getFullYear()) },
  build: { outDir: 'dist/web', manifest: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { host: '127.0.0.1', proxy: { '/api': process.env.API_ORIGIN ?? 'http://127.0.0.1:3000' } },
})
