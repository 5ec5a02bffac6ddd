-- The end of the signed address of an attachment, ten to fifteen minutes from now, in seconds since 1970. It is the same for five minutes, so that browsers need not read a picture again each time the address is renewed.
create or replace function attachment_deadline() returns bigint language sql stable
  return (floor(extract(epoch from now()) / 300) * 300 + 900)::bigint;
