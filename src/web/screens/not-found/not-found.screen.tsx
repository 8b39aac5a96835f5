export { NotFound as default } from '../../shared/ui/not-found.tsx'
