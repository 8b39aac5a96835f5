import { Component, type ReactNode } from 'react'

type ErrorBoundaryProps = { children: ReactNode; fallback: ReactNode; onError?: () => void }

/** Keeps the rest of the page if a part cannot be rendered, for example because a new release removed its code. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override componentDidCatch() {
    this.props.onError?.()
  }
  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
