/** A product of one module on the platform alone: notes, whose words a job counts. */
import './event-types.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { type FastifyPluginAsyncZod, serializerCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { connect, transaction } from '../../../src/platform/db/client.ts'
import { webhookOf } from '../../../src/platform/events/announced.ts'
import { dispatcher } from '../../../src/platform/events/dispatcher.ts'
import { defineSubject, showNumbered } from '../../../src/platform/events/subject.ts'
import { API_PREFIX, envelope, envelopeSchema, failures } from '../../../src/platform/http/envelope.ts'
import { AppError } from '../../../src/platform/http/errors.ts'
import { integerId } from '../../../src/platform/http/fields.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { jobs } from '../../../src/platform/jobs/queues.ts'
import { processVariables, readVariables } from '../../../src/platform/lib/environment.ts'
import { html } from '../../../src/platform/openapi/page/markup.ts'
import { outages } from '../../../src/platform/outbound/outages.ts'
import { serverConfig, serverVariables } from '../../../src/platform/plugins/config.ts'
import { everyRequest } from '../../../src/platform/plugins/every-request.ts'
import { serverOptions } from '../../../src/platform/plugins/server-options.ts'
import { wakeUps } from '../../../src/platform/plugins/wake-ups.ts'

const note = z.object({ id: z.int(), text: z.string(), words: z.int().nullable() }).meta({ id: 'Note' })
type Note = z.infer<typeof note>

const noteEvents = defineSubject({
  name: 'note',
  data: note,
  show: (_app: FastifyInstance, tx, facts) =>
    showNumbered(
      facts,
      (ids) => tx<Note[]>`select id, text, words from notes where id = any(${ids})`,
      (row) => row,
    ),
})

const countWords = defineJob({
  name: 'notes.count-words',
  payload: z.object({ id: z.int() }),
  run: async ({ db }: FastifyInstance, { id }) =>
    void (await db`update notes set words = cardinality(regexp_split_to_array(trim(text), '\s+')) where id = ${id}`),
})

const noteRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/notes',
    {
      schema: {
        ...{ operationId: 'createNote', tags: ['notes'], summary: 'Writes a note' },
        body: z.object({ text: z.string().trim().min(1).max(200) }),
        response: { 201: envelopeSchema(note), ...failures(400) },
      },
    },
    async (request, reply) => {
      const written = await transaction(app.db, async (tx) => {
        const [row] = await tx<Note[]>`insert into notes (text) values (${request.body.text}) returning id, text, words`
        if (!row) throw new AppError('internal')
        await tx`select event_note('note.created', ${String(row.id)}, null, owner_id => 1)`
        await app.jobs.enqueue(tx, countWords, { id: row.id })
        return row
      })
      return reply.code(201).send(envelope(request, written))
    },
  )
  app.get(
    '/notes/:id',
    {
      schema: {
        ...{ operationId: 'getNote', tags: ['notes'], summary: 'Shows a note' },
        params: z.object({ id: integerId }),
        response: { 200: envelopeSchema(note), ...failures(404) },
      },
    },
    async (request) => {
      const [row] = await app.db<Note[]>`select id, text, words from notes where id = ${request.params.id}`
      if (!row) throw new AppError('notFound')
      return envelope(request, row)
    },
  )
}

const reference = {
  ...{ title: 'Notes', description: 'Notes, and their words', tags: { notes: 'Notes' }, demoAccount: 'writer' },
  ...{ fields: {}, values: {}, enumNames: [], audiences: {}, audiencesOf: () => [], guide: () => html`` },
}
const config = serverConfig(readVariables(z.object({ ...processVariables, ...serverVariables }), process.env), {
  ...{ production: false, rehearsal: false, dataDir: '/nowhere' },
})
const db = connect(process.env.DATABASE_URL ?? '', { max: 4 })
await db`create table notes (id integer generated always as identity primary key, text text not null, words integer)`
const app = Fastify(serverOptions(config))
app.setSerializerCompiler(serializerCompiler)
// The compiler knows the configuration of the whole service under this name.
app.decorate<unknown, string>('config', config)
await app.register(everyRequest, { config, db, webhooks: [webhookOf(noteEvents)], reference })
await app.register(wakeUps, {})
await app.register(outages, {})
await app.register(jobs, { jobs: [countWords] })
await app.register(dispatcher, { subjects: [noteEvents], countHistory: async () => [] })
await app.register(noteRoutes, { prefix: API_PREFIX })
process.stdout.write(`ready ${await app.listen({ port: 0 })}\n`)
