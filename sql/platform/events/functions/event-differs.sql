-- True if a row differs, apart from some columns. Triggers name the columns that they ignore: a change of a new column is an event
-- (docs/integrations.md, "Columns").
create or replace function event_differs(before jsonb, after jsonb, ignored text[]) returns boolean language sql immutable
  return before - ignored is distinct from after - ignored;
