import { Counter, Gauge, type Registry } from 'prom-client'
import type { Database, Queryable } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { certificates } from '../../platform/db/socket.ts'
import type { OperationsContext } from '../context.ts'
import { healthOf } from '../health/health.ts'

/** Updates metrics from the database; they keep their last values while it is away, which `database_up` tells. */
type Reading = () => Promise<void>

/** Makes the gauges of a subject, and reads them. */
type Watch = (context: OperationsContext & { db: Database }, registry: Registry) => Reading

/** Reads figures and shows them, if the database answers. */
const reading =
  <T>(read: () => Promise<T>, show: (figures: T) => void): Reading =>
  () =>
    read().then(show, () => undefined)

const gauge = (registry: Registry, name: string, help: string) => new Gauge({ name, help, registers: [registry] })

/** Name and help of a gauge. */
type Described = [name: string, help: string]

/** A watch of a statement with one row: a gauge for each column, 1 for true. */
function watchRow<Row extends object>(
  read: (db: Queryable, none: Record<never, never>) => Promise<Row>,
  columns: { [column in keyof Row]: Described },
): Watch {
  return ({ db }, registry) => {
    const gauges = entriesOf(columns).map(([column, [name, help]]) => ({ column, shown: gauge(registry, name, help) }))
    return reading(
      () => read(db, {}),
      (row) => {
        for (const { column, shown } of gauges) shown.set(Number(row[column]))
      },
    )
  }
}

/** A watch of a statement with a row for each queue: a gauge by queue for each further column. */
function watchQueues<Row extends { queue: string }>(
  read: (db: Queryable, none: Record<never, never>) => Promise<Row[]>,
  columns: { [column in Exclude<keyof Row, 'queue'>]: Described },
): Watch {
  return ({ db }, registry) => {
    const gauges = entriesOf(columns).map(([column, [name, help]]) => ({
      column,
      shown: new Gauge({ name, help, labelNames: ['queue'] as const, registers: [registry] }),
    }))
    return reading(
      () => read(db, {}),
      (rows) => {
        for (const { column, shown } of gauges) {
          shown.reset()
          for (const row of rows) shown.set({ queue: row.queue }, Number(row[column]))
        }
      },
    )
  }
}

const entriesOf = <Column extends PropertyKey>(columns: Record<Column, Described>) =>
  Object.entries(columns) as [Column, Described][]

function watchDatabase(context: { db: Database }, registry: Registry): Reading {
  const up = gauge(registry, 'database_up', 'Whether the database answers this node')
  const writable = gauge(registry, 'database_writable', 'Whether the database accepts writes of this node')
  return async () => {
    const { reads, writes } = await healthOf(context.db)
    up.set(reads ? 1 : 0)
    writable.set(writes ? 1 : 0)
  }
}

/** The connections of this node, by what they are used for. */
function watchPool(context: OperationsContext, registry: Registry): Reading {
  const labelled = (name: string, help: string) => ({ name, help, labelNames: ['use'] as const, registers: [registry] })
  const taken = new Gauge(labelled('database_taken', 'Operations that hold a database connection'))
  const waiting = new Gauge(labelled('database_waiting', 'Operations that wait for a database connection'))
  const refused = new Counter(
    labelled('database_refused_total', 'Operations refused without a database connection, or that lost it'),
  )
  return async () => {
    refused.reset()
    for (const [use, figures] of Object.entries(context.db.pool?.figures() ?? {})) {
      taken.set({ use }, figures.taken)
      waiting.set({ use }, figures.waiting)
      refused.inc({ use }, figures.refused)
    }
  }
}

/** The replicas of this node. */
function watchReplicas(context: OperationsContext, registry: Registry): Reading {
  const labelled = (name: string, help: string) => ({
    name: `replica_${name}`,
    help,
    labelNames: ['replica'] as const,
    registers: [registry],
  })
  const serves = new Gauge(labelled('serves', 'Whether a replica answers reads of this node'))
  const lag = new Gauge(labelled('lag_seconds', 'Lag of a replica; +Inf if it does not answer'))
  const reads = new Counter(labelled('reads_total', 'Reads answered by a replica'))
  const refused = new Counter(labelled('refused_total', 'Reads answered by the primary instead of a replica'))
  return async () => {
    reads.reset()
    refused.reset()
    for (const { name: replica, ...figures } of context.db.pool?.replicas?.figures() ?? []) {
      serves.set({ replica }, figures.serves ? 1 : 0)
      lag.set({ replica }, figures.lagSeconds)
      reads.inc({ replica }, figures.reads)
      refused.inc({ replica }, figures.refused)
    }
  }
}

/** Services outside that are away, and the jobs that wait for them. */
function watchOutages(context: OperationsContext, registry: Registry): Reading {
  const labelled = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['service'] as const, registers: [registry] })
  const away = labelled(
    'service_away',
    'Whether an outside service (mail, payments, channels, files) is unavailable for this node',
  )
  const refusing = labelled(
    'service_refusing',
    'Whether an outside service is there and refuses some calls of this node for now: a full disk, too many calls',
  )
  const waiting = labelled('service_jobs_waiting', 'Jobs waiting for an outside service, such as mails')
  const oldest = labelled('service_jobs_waiting_seconds', 'Age of the oldest job waiting for an outside service')
  const readJobs = reading(
    () => queries.jobs.countWaiting(context.db, { queues: [...context.jobs.needs.keys()] }),
    (queues) => {
      const services = [...context.outages.figures().keys()]
      for (const service of services) {
        const own = queues.filter(({ queue }) => context.jobs.needs.get(queue) === service)
        waiting.set(
          { service },
          own.reduce((sum, queue) => sum + queue.waiting, 0),
        )
        oldest.set({ service }, Math.max(0, ...own.map(({ oldest_seconds }) => oldest_seconds)))
      }
    },
  )
  return async () => {
    for (const [service, { isAway, isRefusing }] of context.outages.figures()) {
      away.set({ service }, isAway ? 1 : 0)
      refusing.set({ service }, isRefusing ? 1 : 0)
    }
    await readJobs()
  }
}

/** When the certificates of the database's servers end. */
function watchCertificates(_: OperationsContext, registry: Registry): Reading {
  const ends = new Gauge({
    name: 'database_certificate_expires_seconds',
    help: 'When the certificate of the database ends, in seconds since 1970',
    labelNames: ['host'] as const,
    registers: [registry],
  })
  return async () => {
    for (const [host, time] of certificates) ends.set({ host }, time / 1_000)
  }
}

export const WATCHES: Watch[] = [
  watchDatabase,
  watchRow(queries.health.countConnections, {
    connections: ['database_connections', 'Connections of all clients to the server of the database'],
    most: ['database_connections_max', 'Connections that the server of the database allows'],
  }),
  watchRow(queries.health.findFullestSequence, {
    used: ['database_sequence_used', 'Part of its numbers that the fullest sequence has given out'],
  }),
  watchCertificates,
  watchQueues(queries.jobs.countDue, {
    due: ['jobs_due', 'Jobs that are due or running, by queue'],
    oldest_seconds: ['jobs_oldest_seconds', 'Time since the oldest unstarted job became due, by queue'],
  }),
  watchQueues(queries.jobs.countDeadLetters, {
    letters: ['jobs_dead_letters', 'Jobs whose last attempt has failed, by queue'],
  }),
  watchRow(queries.inbox.countWaiting, {
    waiting: ['inbox_waiting', 'Inbound events waiting to be applied'],
    oldest_seconds: ['inbox_oldest_seconds', 'Age of the oldest inbound event waiting to be applied'],
  }),
  watchRow(queries.channelManager.countWaiting, {
    waiting: ['channel_updates_waiting', 'Rooms with changed days waiting to be sent'],
    failing: ['channel_updates_failing', 'Rooms whose changed days could not be sent'],
    failing_seconds: [
      'channel_updates_failing_seconds',
      'Longest time for which sending the days of a room has failed',
    ],
  }),
  watchRow(queries.channelBookings.countStuck, {
    stuck: ['channel_revisions_stuck', 'Bookings of channels that cannot be read, or that belong to no home'],
    oldest_seconds: ['channel_revisions_stuck_seconds', 'Age of the oldest of them'],
  }),
  watchRow(queries.events.findOldest, {
    oldest_seconds: ['events_oldest_seconds', 'Age of the oldest change that is not an event yet'],
  }),
  watchRow(queries.webhookEndpoints.countBehind, {
    event_seconds: ['webhooks_behind_seconds', 'Age of the oldest event without its webhook deliveries'],
    delivery_seconds: ['webhooks_oldest_seconds', 'Time since the oldest delivery became due at a working endpoint'],
    failing: ['webhook_endpoints_failing', 'Endpoints whose last delivery failed'],
  }),
  watchRow(queries.health.countLosses, {
    epoch: ['database_epoch', 'Number of losses of committed work, plus one'],
    beat_age_seconds: ['database_beat_age_seconds', 'Age of the newest heartbeat of any node'],
    unreconciled: [
      'database_losses_unreconciled',
      'Losses not yet compared with the payment provider; nothing is charged or refunded until then',
    ],
  }),
  // Without the archive no moment after the last backup comes back.
  watchRow(queries.health.findArchiving, {
    is_failing: ['database_archive_failing', 'Whether the database could not archive its log last time'],
  }),
  watchOutages,
  watchRow(queries.states.countOverbooked, {
    stays: ['stays_overbooked', 'Stays on nights that a channel has sold twice'],
  }),
  watchPool,
  watchReplicas,
  watchRow(queries.stripeEvents.countUnclaimed, {
    unclaimed: ['payments_unclaimed', 'Payments whose reservation was lost, and that nobody has settled'],
  }),
]
