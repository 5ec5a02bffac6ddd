import { expect, test } from 'vitest'
import { mutationsOf } from '../../mutants/statements/mutations.ts'

const mutated = async (source: string): Promise<string[]> =>
  (await mutationsOf(source)).map((one) => one.source).toSorted()

test.for<[what: string, source: string, mutants: string[]]>([
  ['a whole condition', 'delete from a where b', ['delete from a where true']],
  [
    'conditions of a part of a statement',
    '-- part of: page\nand a >= :b',
    ['', '-- part of: page\nor a >= :b', '-- part of: page\nand a > :b'],
  ],
  [
    'a part that is a set',
    '-- part of: page\nfound as (\n  select from a where b\n),\n',
    ['-- part of: page\nfound as (\n  select from a where true\n),\n'],
  ],
  ['words of an order: nothing', '-- part of: page\ndesc\n', []],
  [
    'each part of it, and what joins them',
    'select from a where b and c and d',
    [
      'select from a where c and d',
      'select from a where b or c and d',
      'select from a where b and d',
      'select from a where b and c or d',
      'select from a where b and c',
    ],
  ],
  [
    'a part in brackets',
    'select from a where b and (c or d)',
    [
      'select from a where (c or d)',
      'select from a where b or (c or d)',
      'select from a where b',
      'select from a where b and (d)',
      'select from a where b and (c and d)',
      'select from a where b and (c)',
    ],
  ],
  [
    'comparisons, but no assignment',
    'update a set b = 1, c = :d < 2 where e >= :e',
    [
      'update a set b = 1, c = :d <= 2 where e >= :e',
      'update a set b = 1, c = :d < 2 where true',
      'update a set b = 1, c = :d < 2 where e > :e',
    ],
  ],
  [
    'joins, groups and filters',
    'select count(*) filter (where c) from a join b on true group by d having e order by f',
    [
      'select count(*) filter (where true) from a join b on true group by d having e order by f',
      'select count(*) filter (where c) from a join b on true group by d having true order by f',
    ],
  ],
  [
    'what is null, and what differs',
    'select b is null, b is not null, c is distinct from d, c is not distinct from d from a',
    [
      'select b is not null, b is not null, c is distinct from d, c is not distinct from d from a',
      'select b is null, b is null, c is distinct from d, c is not distinct from d from a',
      'select b is null, b is not null, c is not distinct from d, c is not distinct from d from a',
      'select b is null, b is not null, c is distinct from d, c is distinct from d from a',
    ],
  ],
  [
    'what exists, with the condition within',
    'select not exists (select from a where b), exists (select from c)',
    [
      'select exists (select from a where b), exists (select from c)',
      'select not exists (select from a where true), exists (select from c)',
      'select not exists (select from a where b), not exists (select from c)',
    ],
  ],
  ['a denial', 'select from a where not b', ['select from a where true', 'select from a where b']],
  [
    'locks of rows',
    'with x as (select from a for no key update skip locked) select from b for update of b',
    [
      'with x as (select from a ) select from b for update of b',
      'with x as (select from a for no key update skip locked) select from b ',
    ],
  ],
  [
    'no range, no conflict, no comment and no text',
    `-- a and b where c = d
insert into a select 'x and y' where b between 1 and 2 and c on conflict (d) do nothing`,
    [
      `-- a and b where c = d
insert into a select 'x and y' where c on conflict (d) do nothing`,
      `-- a and b where c = d
insert into a select 'x and y' where b between 1 and 2 or c on conflict (d) do nothing`,
      `-- a and b where c = d
insert into a select 'x and y' where b between 1 and 2 on conflict (d) do nothing`,
    ],
  ],
  [
    'days, but no moments: none is the present one',
    'select from a where b < now() and c < now()::date',
    [
      'select from a where c < now()::date',
      'select from a where b < now() or c < now()::date',
      'select from a where b < now()',
      'select from a where b < now() and c <= now()::date',
    ],
  ],
  ['nothing without a condition', 'select 1', []],
])('%s', async ([_what, source, mutants]) => {
  expect(await mutated(source)).toEqual(mutants.toSorted())
})

test('a mutation says where it is, what was there and what is', async () => {
  const [first] = await mutationsOf('-- É\nselect from a\nwhere :long_name = b')
  expect(first).toEqual({
    line: 3,
    before: ':long_name = b',
    after: 'true',
    source: '-- É\nselect from a\nwhere true',
  })
})
