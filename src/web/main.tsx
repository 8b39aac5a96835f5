import './shared/ui/styles.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { focusPressed } from './app/focus-pressed.ts'
import { reportPageVisits } from './app/page-visits.ts'
import { noteDrawnContent } from './shared/drawn-content.ts'
import { createQueryClient } from './shared/session/query-client.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root element')
noteDrawnContent()
document.addEventListener('click', focusPressed, true)
const tree = (
  <StrictMode>
    <App client={createQueryClient()} />
  </StrictMode>
)
if (root.firstElementChild) hydrateRoot(root, tree)
else createRoot(root).render(tree)
reportPageVisits()
