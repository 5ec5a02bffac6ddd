import { Counter, Gauge, type Registry } from 'prom-client'
import type { Database } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { certificates } from '../../platform/db/socket.ts'
import type { OperationsContext } from '../context.ts'
import { healthOf } from '../health/health.ts'

/** Updates metrics from the database; they keep their last values while it is away, which `database_up` tells. */
type Reading = () => Promise<void>

/** Reads figures and shows them, if the database answers. */
const reading =
  <T>(read: () => Promise<T>, show: (figures: T) => void): Reading =>
  () =>
    read().then(show, () => undefined)

const gauge = (registry: Registry, name: string, help: string) => new Gauge({ name, help, registers: [registry] })

const gaugeOfQueues = (registry: Registry, name: string, help: string) =>
  new Gauge({ name, help, labelNames: ['queue'] as const, registers: [registry] })

export function watchDatabase(context: { db: Database }, registry: Registry): Reading {
  const up = gauge(registry, 'database_up', 'Whether the database answers this node')
  const writable = gauge(registry, 'database_writable', 'Whether the database accepts writes of this node')
  return async () => {
    const { reads, writes } = await healthOf(context.db)
    up.set(reads ? 1 : 0)
    writable.set(writes ? 1 : 0)
  }
}

/** The connections of this node, by what they are used for. */
export function watchPool(context: OperationsContext, registry: Registry): Reading {
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
export function watchReplicas(context: OperationsContext, registry: Registry): Reading {
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

export function watchJobs(context: OperationsContext, registry: Registry): Reading {
  const due = gaugeOfQueues(registry, 'jobs_due', 'Jobs that are due or running, by queue')
  const oldest = gaugeOfQueues(
    registry,
    'jobs_oldest_seconds',
    'Time since the oldest unstarted job became due, by queue',
  )
  return reading(
    () => queries.jobs.countDue(context.db, {}),
    (queues) => {
      due.reset()
      oldest.reset()
      for (const { queue, ...figures } of queues) {
        due.set({ queue }, figures.due)
        oldest.set({ queue }, figures.oldest_seconds)
      }
    },
  )
}

/** Services outside that are away, and the jobs that wait for them. */
export function watchOutages(context: OperationsContext, registry: Registry): Reading {
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

export function watchDeadLetters(context: OperationsContext, registry: Registry): Reading {
  const dead = gaugeOfQueues(registry, 'jobs_dead_letters', 'Jobs whose last attempt has failed, by queue')
  return reading(
    () => queries.jobs.countDeadLetters(context.db, {}),
    (queues) => {
      dead.reset()
      for (const { queue, letters } of queues) dead.set({ queue }, letters)
    },
  )
}

/** Events of the inbox that have not been applied yet. */
export function watchInbox(context: OperationsContext, registry: Registry): Reading {
  const waiting = gauge(registry, 'inbox_waiting', 'Inbound events waiting to be applied')
  const oldest = gauge(registry, 'inbox_oldest_seconds', 'Age of the oldest inbound event waiting to be applied')
  return reading(
    () => queries.inbox.countWaiting(context.db, {}),
    (figures) => {
      waiting.set(figures.waiting)
      oldest.set(figures.oldest_seconds)
    },
  )
}

/** Days that the channel manager has not received yet. */
export function watchChannels(context: OperationsContext, registry: Registry): Reading {
  const waiting = gauge(registry, 'channel_updates_waiting', 'Rooms with changed days waiting to be sent')
  const failing = gauge(registry, 'channel_updates_failing', 'Rooms whose changed days could not be sent')
  const oldest = gauge(
    registry,
    'channel_updates_failing_seconds',
    'Longest time for which sending the days of a room has failed',
  )
  return reading(
    () => queries.channelManager.countWaiting(context.db, {}),
    (figures) => {
      waiting.set(figures.waiting)
      failing.set(figures.failing)
      oldest.set(figures.failing_seconds)
    },
  )
}

/** Revisions of the channel manager that cannot be taken. */
export function watchRevisions(context: OperationsContext, registry: Registry): Reading {
  const stuck = gauge(
    registry,
    'channel_revisions_stuck',
    'Bookings of channels that cannot be read, or that belong to no home',
  )
  const oldest = gauge(registry, 'channel_revisions_stuck_seconds', 'Age of the oldest of them')
  return reading(
    () => queries.channelBookings.countStuck(context.db, {}),
    (figures) => {
      stuck.set(figures.stuck)
      oldest.set(figures.oldest_seconds)
    },
  )
}

/** Deliveries to programs outside. */
export function watchEvents(context: OperationsContext, registry: Registry): Reading {
  const oldest = gauge(registry, 'events_oldest_seconds', 'Age of the oldest change that is not an event yet')
  return reading(
    () => queries.events.findOldest(context.db, {}),
    (figures) => oldest.set(figures.oldest_seconds),
  )
}

/** Webhooks that this service sends. */
export function watchWebhooks(context: OperationsContext, registry: Registry): Reading {
  const behind = gauge(registry, 'webhooks_behind_seconds', 'Age of the oldest event without its webhook deliveries')
  const oldest = gauge(
    registry,
    'webhooks_oldest_seconds',
    'Time since the oldest delivery became due at a working endpoint',
  )
  const failing = gauge(registry, 'webhook_endpoints_failing', 'Endpoints whose last delivery failed')
  return reading(
    () => queries.webhookEndpoints.countBehind(context.db, {}),
    (figures) => {
      behind.set(figures.event_seconds)
      oldest.set(figures.delivery_seconds)
      failing.set(figures.failing)
    },
  )
}

/** True if the database keeps what is committed to it. */
export function watchLosses(context: OperationsContext, registry: Registry): Reading {
  const epoch = gauge(registry, 'database_epoch', 'Number of losses of committed work, plus one')
  const beat = gauge(registry, 'database_beat_age_seconds', 'Age of the newest heartbeat of any node')
  const waiting = gauge(
    registry,
    'database_losses_unreconciled',
    'Losses for which the payment provider was not asked yet: until then nothing is charged or given back',
  )
  return reading(
    () => queries.health.countLosses(context.db, {}),
    (figures) => {
      epoch.set(figures.epoch)
      beat.set(figures.beat_age_seconds)
      waiting.set(figures.unreconciled)
    },
  )
}

/** True if the log of the database can be archived, without which no moment after the last backup comes back. */
export function watchArchive(context: OperationsContext, registry: Registry): Reading {
  const failing = gauge(
    registry,
    'database_archive_failing',
    'Whether the database could not archive its log last time',
  )
  return reading(
    () => queries.health.findArchiving(context.db, {}),
    ({ is_failing }) => failing.set(is_failing ? 1 : 0),
  )
}

/** Reads what runs out without a warning: connections to the database, its certificate, and numbers of keys. */
export function watchLimits(context: OperationsContext, registry: Registry): Reading {
  const open = gauge(registry, 'database_connections', 'Connections of all clients to the server of the database')
  const most = gauge(registry, 'database_connections_max', 'Connections that the server of the database allows')
  const used = gauge(registry, 'database_sequence_used', 'Part of its numbers that the fullest sequence has given out')
  const ends = new Gauge({
    name: 'database_certificate_expires_seconds',
    help: 'When the certificate of the database ends, in seconds since 1970',
    labelNames: ['host'] as const,
    registers: [registry],
  })
  const readConnections = reading(
    () => queries.health.countConnections(context.db, {}),
    (figures) => {
      open.set(figures.connections)
      most.set(figures.most)
    },
  )
  const readSequences = reading(
    () => queries.health.findFullestSequence(context.db, {}),
    (figures) => used.set(figures.used),
  )
  return async () => {
    for (const [host, time] of certificates) ends.set({ host }, time / 1_000)
    await readConnections()
    await readSequences()
  }
}

/** Money whose reservation was lost. */
export function watchUnclaimed(context: OperationsContext, registry: Registry): Reading {
  const unclaimed = gauge(
    registry,
    'payments_unclaimed',
    'Payments whose reservation was lost, and that nobody has settled',
  )
  return reading(
    () => queries.stripeEvents.countUnclaimed(context.db, {}),
    (figures) => unclaimed.set(figures.unclaimed),
  )
}

/** Nights that were sold twice. */
export function watchOverbookings(context: OperationsContext, registry: Registry): Reading {
  const overbooked = gauge(registry, 'stays_overbooked', 'Stays on nights that a channel has sold twice')
  return reading(
    () => queries.states.countOverbooked(context.db, {}),
    (figures) => {
      overbooked.set(figures.stays)
    },
  )
}
