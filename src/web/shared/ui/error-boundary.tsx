import { Component, type ReactNode } from 'react'

type ErrorBoundaryProps = { children: ReactNode; fallback: ReactNode; onError?: () => void }

/** Keeps the rest of the page when a part can not be drawn: its code may not have come, as when a new release took it away. */
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
