/**
 * A program of somebody else: it keeps a copy of the stays, payments and nights of an owner's homes in a file, with one key and one address
 * for webhooks, and may be killed at any moment. `SEJOUR_URL`, `SEJOUR_KEY`, `WEBHOOK_SECRET`, `PORT` and `FILE` say the rest.
 */
import createClient from 'openapi-fetch'
import type { paths } from '../../clients/typescript/dist/index.js'
import { keepCopy } from './follow.ts'
import { startReceiver } from './receiver.ts'
import { openStore } from './store.ts'

const { SEJOUR_URL = '', SEJOUR_KEY = '', WEBHOOK_SECRET = '', PORT = '', FILE = '' } = process.env

const store = openStore(FILE)
startReceiver(store, { secret: WEBHOOK_SECRET, port: Number(PORT) })
await keepCopy(createClient<paths>({ baseUrl: SEJOUR_URL, headers: { authorization: `Bearer ${SEJOUR_KEY}` } }), store)
