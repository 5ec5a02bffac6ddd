-- migrate:up
alter type api_key_kind add value 'assistant';
-- Whatever is not publishable may have scopes; a new value cannot be named in its own transaction.
alter table api_keys drop constraint api_keys_check;
alter table api_keys add constraint api_keys_check check (kind <> 'publishable' or cardinality(scopes) = 0);

-- migrate:down
delete from api_keys where kind::text = 'assistant';
alter table api_keys drop constraint api_keys_check;
alter table api_keys drop constraint api_keys_check1;
drop index api_keys_origins;
alter type api_key_kind rename to api_key_kind_of_later;
create type api_key_kind as enum ('secret', 'publishable');
alter table api_keys alter column kind type api_key_kind using kind::text::api_key_kind;
drop type api_key_kind_of_later;
alter table api_keys add constraint api_keys_check check (kind = 'secret' or cardinality(scopes) = 0);
alter table api_keys add constraint api_keys_check1 check (kind = 'publishable' or cardinality(origins) = 0);
create index api_keys_origins on api_keys using gin (origins) where kind = 'publishable';
