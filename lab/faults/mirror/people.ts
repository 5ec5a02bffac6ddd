import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { newAccount, PASSWORD, type People } from '../../play/people.ts'
import { type Attempt, isToRetry, PATIENCE_MS, type Sent, send } from '../client.ts'

/** Somebody who uses the service through its one address. */
export interface Person {
  email: string
  id: number
  token: string
}

const PAUSE_MS = 500
const signedIn = z.object({ data: z.object({ token: z.string() }) })

export async function join(people: People, name: string): Promise<Person> {
  return { email: `${name}@play.example`, ...(await newAccount(people, name)) }
}

/**
 * Asks until there is an answer, with the same body and key each time, and signs in again when the token has ended.
 * @returns the last answer: that of who has no patience any more has the status 0 or asks for more of it
 */
export async function ask(api: string, who: Person, path: string, sent: Sent = {}): Promise<Attempt> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const attempt = (to: string, what: Sent) => send(to, what).catch((): Attempt => ({ status: 0, body: undefined }))
    const answer = await attempt(`${api}${path}`, { ...sent, token: who.token })
    if (answer.status === 401) {
      const body = { login: who.email, password: PASSWORD }
      const again = await attempt(`${api}/auth/login`, { method: 'POST', body })
      if (again.status === 201) who.token = signedIn.parse(again.body).data.token
    } else if (!isToRetry(answer)) return answer
    if (Date.now() > end) return answer
    await delay(PAUSE_MS)
  }
}

/** The body of a page that has to be there. @throws Error for any other answer */
export async function read<Body>(api: string, who: Person, path: string, body: z.ZodType<Body>): Promise<Body> {
  const answer = await ask(api, who, path)
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return body.parse(answer.body)
}
