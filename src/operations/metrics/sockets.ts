import { Counter, Gauge, type Registry } from 'prom-client'
import type { OperationsContext } from '../context.ts'

/** Metrics of this node's sockets and of its bus, as they are when they are read. */
export function watchSockets(context: OperationsContext, registry: Registry): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name: `realtime_${name}`, help, registers: [registry] })
  const sockets = gauge('sockets', 'Open sockets')
  const channels = gauge('channels', 'Channels with sockets on this node')
  const people = gauge('people', 'People in presence channels, on all nodes')
  const lag = gauge('bus_lag_seconds', 'Delay of the last message from the node to itself')
  const up = gauge('bus_up', 'Whether the node hears the bus')
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name: `realtime_${name}_total`, help, labelNames, registers: [registry] })
  const frames = counter('frames', 'Frames from clients (in) and to clients (out)', ['direction'])
  const dropped = counter('dropped', 'Sockets closed by the node, by reason', ['reason'])
  const gaps = counter('bus_gaps', 'Number of interruptions of the bus')
  const lost = counter('bus_lost', 'Messages of clients that did not reach other nodes')
  return async () => {
    const figures = context.sockets.figures()
    sockets.set(figures.sockets)
    channels.set(figures.channels)
    people.set(figures.people)
    lag.set(figures.busLagSeconds)
    up.set(figures.busUp ? 1 : 0)
    // The figures are totals, and counters only add.
    for (const total of [frames, dropped, gaps, lost]) total.reset()
    frames.inc({ direction: 'in' }, figures.framesIn)
    frames.inc({ direction: 'out' }, figures.framesOut)
    for (const [reason, count] of figures.dropped) dropped.inc({ reason }, count)
    gaps.inc(figures.busGaps)
    lost.inc(figures.busLost)
  }
}
