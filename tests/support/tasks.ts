import type { TestApp, TestUser } from './app.ts'

/** Tasks as somebody reads and changes them. */

export const tasksOf = async (t: TestApp, user: TestUser, query = '') =>
  (await t.call('GET', `/tasks${query}`, undefined, user)).body.data
export const addTask = (t: TestApp, user: TestUser, body: object) => t.call('POST', '/tasks', body, user)
export const changeTask = (t: TestApp, user: TestUser, id: number, body: object) =>
  t.call('PATCH', `/tasks/${id}`, body, user)
export const deleteTask = (t: TestApp, user: TestUser, id: number) => t.call('DELETE', `/tasks/${id}`, undefined, user)
