import { expect, test } from 'vitest'
import { type Beat, highest, verdictOn } from '../../../src/operations/health/failover.ts'

const SEEN = { epoch: 2, beats: 100 }
const beat = (fields: Partial<Beat> = {}): Beat => ({
  present_id: '77.16384.3',
  known_id: '77.16384.3',
  is_known_server: true,
  epoch: 2,
  beats: 100,
  is_synchronous: false,
  ...fields,
})

const restarted = { is_known_server: false }
const promoted = { ...restarted, present_id: '77.16384.4' }

test.for([
  ['the next beat', beat({ beats: 101 }), SEEN, 'same'],
  ['no further beat', beat(), SEEN, 'same'],
  ['an empty database', beat({ known_id: null, epoch: null, beats: null }), undefined, 'new'],
  ['an empty database in place of ours', beat({ known_id: null, epoch: null, beats: null }), SEEN, { lost: 'rewound' }],
  ['a restart', beat(restarted), SEEN, 'moved'],
  ['a restart before this node started', beat(restarted), undefined, 'moved'],
  ['a restart that has lost a beat', beat({ ...restarted, beats: 99 }), SEEN, { lost: 'rewound' }],
  ['fewer beats of the same server', beat({ beats: 99 }), SEEN, { lost: 'rewound' }],
  ['an earlier epoch with as many beats', beat({ epoch: 1 }), SEEN, { lost: 'rewound' }],
  ['a promotion after a synchronous beat', beat({ ...promoted, is_synchronous: true }), SEEN, 'moved'],
  ['a promotion after an asynchronous beat', beat(promoted), SEEN, { lost: 'asynchronous failover' }],
  [
    'a promotion after a synchronous beat, or a restore, that no node has seen',
    beat({ ...promoted, is_synchronous: true }),
    undefined,
    { lost: 'nobody watched' },
  ],
  ['the same to a node without a memory', beat(promoted), undefined, { lost: 'asynchronous failover' }],
  [
    'a promotion that has lost a synchronous beat',
    beat({ ...promoted, is_synchronous: true, beats: 99 }),
    SEEN,
    { lost: 'rewound' },
  ],
  ['another server', beat({ present_id: '78.16384.3' }), SEEN, { lost: 'another database' }],
  [
    'another server after a synchronous beat',
    beat({ present_id: '78.16384.3', is_synchronous: true }),
    undefined,
    { lost: 'another database' },
  ],
  ['another database of the server', beat({ present_id: '77.999.3' }), SEEN, { lost: 'another database' }],
  ['what another node has found', beat({ epoch: 3, beats: 50 }), SEEN, 'known-elsewhere'],
] as const)('%s', ([, found, seen, verdict]) => {
  expect(verdictOn(found, seen)).toEqual(verdict)
})

test('the highest of each number is kept', () => {
  expect(highest({ a: 1, b: 5 }, { b: 4, c: 2, a: 3 })).toEqual({ a: 3, b: 5, c: 2 })
})
