import { problemOf } from './api-error.ts'
import { type DescribeFailure, failedTo, type Failure } from './failures.ts'

/** Whether what was named does not exist, belongs to someone else, or has no valid name. Trying again cannot help. */
export function isUnknown(error: unknown): boolean {
  const errorType = problemOf(error)?.errorType
  return errorType === 'NOT_FOUND' || errorType === 'INVALID_REQUEST'
}

/** For reads of something that the URL names. */
export const failedToFind =
  (title: string, unknown: Failure): DescribeFailure =>
  error =>
    isUnknown(error)
      ? { description: 'It may have been deleted, or belong to another account.', ...unknown }
      : failedTo(title)(error)
