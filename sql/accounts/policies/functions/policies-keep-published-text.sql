-- A text that users have accepted must not change.
create or replace function policies_keep_published_text() returns trigger language plpgsql as $$
begin
  if old.status <> 'draft' and (new.title, new.content, new.type, new.locale, new.version) is distinct from
      (old.title, old.content, old.type, old.locale, old.version) then
    raise exception 'the text of a published policy is immutable' using errcode = '23514';
  end if;
  return new;
end $$;
