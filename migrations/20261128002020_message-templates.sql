-- migrate:up
create type template_trigger as enum ('confirmed', 'arrival', 'departure', 'balance_paid', 'review_due');
-- `claimed`: the moment has come, and a job writes it; `skipped`: `reason` says why.
create type template_sending_status as enum ('claimed', 'sent', 'skipped');

-- Messages that a company has sent by themselves. `property_ids`: null for all of its homes; `days` before (negative) or after arrival or
-- departure, at `hour` of the home; `texts`: by language; `active_since`: earlier moments are not sent late.
create table message_templates (
  id integer primary key generated always as identity,
  owner_id integer not null references users,
  name text not null,
  property_ids uuid[],
  trigger template_trigger not null,
  days integer not null default 0 check (days between -90 and 30),
  hour integer not null default 9 check (hour between 0 and 23),
  texts jsonb not null,
  is_active boolean not null default true,
  active_since timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index message_templates_owner on message_templates (owner_id, id);
create trigger message_templates_checked before insert on message_templates for each statement execute function refuse_until_checked();
create trigger message_templates_audited after insert or update or delete on message_templates for each row
  execute function audit_row('message_template', '{name,property_ids,trigger,days,hour,texts,is_active}');

-- Log of what templates have sent: a template is sent once to a stay. The name stays when the template is deleted.
create table template_sendings (
  id integer primary key generated always as identity,
  template_id integer references message_templates on delete set null,
  reservation_id integer not null references reservations,
  name text not null,
  due_at timestamptz not null,
  status template_sending_status not null default 'claimed',
  reason text,
  message_id integer,
  settled_at timestamptz,
  unique (template_id, reservation_id),
  constraint template_sendings_reason check ((status = 'skipped') = (reason is not null)),
  constraint template_sendings_settled check ((status = 'claimed') = (settled_at is null))
);
create index template_sendings_stay on template_sendings (reservation_id, due_at);
create index template_sendings_old on template_sendings (due_at);
create trigger template_sendings_checked before insert on template_sendings for each statement execute function refuse_until_checked();

-- When a stay was confirmed; null for one that was imported, whose guest was told elsewhere.
create function confirmed_at(stay reservations) returns timestamptz language sql stable
return (
  select coalesce(min(e.at), stay.created_at) from reservation_events e where e.reservation_id = stay.id and e.to_status = 'confirmed'
  having not exists (select from imported_stays i where i.reservation_id = stay.id));

-- Moment of a template for a stay: by its days as they are now, at the hour of the home, or when the stay was confirmed if that is later.
-- null: never.
create function template_moment(template message_templates, stay reservations, timezone text) returns timestamptz language sql stable
return case template.trigger
  -- The guest of a continuation was told of the stay before.
  when 'confirmed' then case when stay.continues is null then confirmed_at(stay) end
  when 'arrival' then greatest(confirmed_at(stay), (stay.check_in + template.days + make_time(template.hour, 0, 0)) at time zone timezone)
  when 'departure' then greatest(confirmed_at(stay), (stay.check_out + template.days + make_time(template.hour, 0, 0)) at time zone timezone)
  when 'balance_paid' then (
    select max(x.received_at) from payments p join receipts x on x.payment_id = p.id and x.status = 'applied'
    where p.reservation_id = stay.id and p.kind = 'balance' and p.status = 'paid')
  when 'review_due' then (
    select min(e.at) from reservation_events e where e.reservation_id = stay.id and e.to_status = 'completed')
end;

-- migrate:down
drop function template_moment(message_templates, reservations, text);
drop function confirmed_at(reservations);
drop table template_sendings;
drop table message_templates;
drop type template_sending_status;
drop type template_trigger;
