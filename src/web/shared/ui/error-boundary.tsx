import { Component, type ReactNode } from 'react'
import { forgetFailures } from '../lazy-code.tsx'

type ErrorBoundaryProps = {
  children: ReactNode
  fallback: (error: Error) => ReactNode
  onError?: (error: Error) => void
}

/** Keeps the rest of the page if a part cannot be rendered, for example because a new release removed its code. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | null }> {
  override state = { error: null }
  static getDerivedStateFromError(error: Error) {
    return { error }
  }
  override componentDidCatch(error: Error) {
    forgetFailures()
    this.props.onError?.(error)
  }
  override render() {
    return this.state.error === null ? this.props.children : this.props.fallback(this.state.error)
  }
}
