import { expect, test } from 'vitest'
import { mutationsOfFunction } from '../../mutants/statements/functions.ts'

const changes = async (source: string) =>
  (await mutationsOfFunction(source)).map(({ line, before, after }) => `${line}: ${before} → ${after}`)

test('conditions of a function in PL/pgSQL are changed where they stand', async () => {
  const source = `-- Notes it.
create or replace function note() returns trigger language plpgsql as $$
declare before constant text := case when tg_op = 'UPDATE' then old.status end;
begin
  if new.status = 'paid' and before is distinct from 'paid' then
    perform tell(new.id) from homes h where h.id = new.home and h.is_open;
  end if;
  return null;
end $$;
`
  expect(await changes(source)).toEqual(
    expect.arrayContaining([
      '3: = → <>',
      '5: and → or',
      '5: is distinct → is not distinct',
      '6: h.id = new.home and → ',
      '6: and h.is_open → ',
    ]),
  )
  for (const mutation of await mutationsOfFunction(source))
    expect(mutation.source).toMatch(/^-- Notes it\.\ncreate or [\s\S]+end \$\$;\n$/)
})

test('the body of a function in SQL, and what it returns', async () => {
  expect(
    await changes(`create or replace function f(a integer) returns boolean language sql immutable
  return a > 1 or a is null;
`),
  ).toEqual(['2: > → >=', '2: or → and', '2: is null → is not null'])
  expect(
    await changes(`create or replace function g(a integer) returns void language sql as $$
  delete from homes where id = a
$$;
`),
  ).toEqual(expect.arrayContaining(['2: id = a → true', '2: = → <>']))
})
