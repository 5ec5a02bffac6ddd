import { expect, test } from 'vitest'
import { withSessionId } from '../../../src/money/stripe/return-url.ts'

test.for([
  ['https://a.example/thanks', 'https://a.example/thanks?session_id={CHECKOUT_SESSION_ID}'],
  ['https://a.example/thanks?lang=fr#end', 'https://a.example/thanks?lang=fr&session_id={CHECKOUT_SESSION_ID}#end'],
  ['https://a.example/?session_id=old&q=a%20b', 'https://a.example/?q=a+b&session_id={CHECKOUT_SESSION_ID}'],
] as const)('%s comes back with one session', ([url, back]) => expect(withSessionId(url)).toBe(back))
