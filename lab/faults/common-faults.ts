import type { Random } from '../../tests/support/random.ts'
import { eventually, type FaultKind } from './fault.ts'
import type { Mailbox } from './mailbox.ts'
import { hasClocks, isWritable, type ServiceNode } from './nodes.ts'
import { limitFiles, limitMemory, openFilesOf, unlimitMemory } from './parts.ts'
import type { Mood, Provider } from './provider.ts'

/** Faults that can happen anywhere: with the nodes, the provider and the mail. */

const MOODS: Mood[] = ['slow', 'silent', 'late', 'twice', 'mute']
const CLOCKS = ['+10m', '-10m', '+26h']
/** Room for a few connections more than there are. */
const FEW_FILES = 4
const MANY_FILES = 4_096

export function commonFaults({
  nodes,
  provider,
  mailbox,
}: {
  nodes: ServiceNode[]
  provider: Provider
  mailbox: Mailbox
}) {
  const restart = async (node: ServiceNode) => {
    node.part.start()
    await eventually(() => isWritable(node))
  }
  const one = (make: (node: ServiceNode, random: Random) => ReturnType<FaultKind>): FaultKind => {
    return (random) => make(random.pick(nodes), random)
  }
  const kinds: FaultKind[] = [
    one((node) => ({
      name: 'node killed (kill -9)',
      target: node.part.name,
      begin: () => node.part.end('SIGKILL'),
      end: () => restart(node),
    })),
    one((node) => ({
      name: 'node restarted (SIGTERM)',
      target: node.part.name,
      begin: () => node.part.end(),
      end: () => restart(node),
    })),
    one((node) => ({
      name: 'node stopped (SIGSTOP)',
      target: node.part.name,
      begin: () => node.part.signal('SIGSTOP'),
      end: () => node.part.signal('SIGCONT'),
    })),
    () => ({
      name: 'all nodes killed',
      target: 'all nodes',
      begin: async () => void (await Promise.all(nodes.map(({ part }) => part.end('SIGKILL')))),
      end: async () => void (await Promise.all(nodes.map(restart))),
    }),
    one((node) => ({
      name: 'node without descriptors',
      target: node.part.name,
      begin: () => limitFiles(node.part.pid, openFilesOf(node.part.pid) + FEW_FILES),
      end: () => limitFiles(node.part.pid, MANY_FILES),
    })),
    // A node that is refused memory ends by itself, sooner or later, and is started again as systemd would.
    one((node) => {
      let pid = 0
      return {
        name: 'node without memory',
        target: node.part.name,
        begin: () => {
          pid = node.part.pid
          limitMemory(pid)
        },
        end: () => {
          if (node.part.isRunning && node.part.pid === pid) unlimitMemory(pid)
        },
      }
    }),
    ...MOODS.map(
      (mood): FaultKind =>
        () => ({
          name: `provider ${mood}`,
          target: 'provider',
          begin: () => provider.be(mood),
          end: () => provider.be('well'),
        }),
    ),
    () => ({
      name: 'mail server silent',
      target: 'mail',
      begin: () => mailbox.silence(true),
      end: () => mailbox.silence(false),
    }),
  ]
  if (hasClocks)
    kinds.push(
      one((node, random) => {
        const offset = random.pick(CLOCKS)
        return {
          name: 'clock of a node jumps',
          target: `${node.part.name} ${offset}`,
          begin: () => node.turnClock(offset),
          end: () => node.turnClock('+0'),
        }
      }),
    )
  return { kinds, leftOut: hasClocks ? [] : ['clocks: libfaketime is not installed'] }
}
