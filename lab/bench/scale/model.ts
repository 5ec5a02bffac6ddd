/** Cost of one operation. */
export interface Cost {
  name: string
  /** Milliseconds of processor time: of the node, and of PostgreSQL. */
  node_ms: number
  database_ms: number
  /** Bytes of log, and of tables with their indexes. */
  wal_bytes: number
  table_bytes: number
}

/** Frequency of each operation, for each booking. */
export type Mix = Record<string, number>

/**
 * Requests of guests and owners for each booking: a rental site has some 300 searches and views for one booking, quotes for
 * those who are nearly decided, and a conversation.
 */
export const MIX: Mix = {
  search: 100,
  home: 150,
  calendar: 40,
  quote: 10,
  booking: 1,
  message: 6,
  'day of calendar': 3,
}

/** Cost of a booking with all that goes with it. Pure. */
export function costOf(mix: Mix, costs: readonly Cost[]): Omit<Cost, 'name'> {
  const sum = (of: (cost: Cost) => number) => costs.reduce((total, cost) => total + (mix[cost.name] ?? 0) * of(cost), 0)
  return {
    node_ms: sum((cost) => cost.node_ms),
    database_ms: sum((cost) => cost.database_ms),
    wal_bytes: sum((cost) => cost.wal_bytes),
    table_bytes: sum((cost) => cost.table_bytes),
  }
}

/** Bookings a second that so many processors carry, for nodes and for the database. Pure. */
export const bookingsASecond = (cost: Omit<Cost, 'name'>, processors: { nodes: number; database: number }) => ({
  nodes: (processors.nodes * 1000) / cost.node_ms,
  database: (processors.database * 1000) / cost.database_ms,
})
