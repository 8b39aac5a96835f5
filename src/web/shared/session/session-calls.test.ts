import { expect, test } from 'vitest'
import { getUser, logout } from '#contract/account.ts'
import { getUserCall, logoutCall } from './session-calls.ts'

test('the calls of every page are those of the contract', () => {
  expect(getUser).toMatchObject(getUserCall)
  expect(logout).toMatchObject(logoutCall)
})
